import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { watchProcessor } from './processor-time.ts';

it('counts what a process below took, also when it has ended', () => {
  const tookSeconds = watchProcessor(process.pid);
  const work = 'while (process.cpuUsage().user < 300_000);';
  execFileSync(process.execPath, ['-e', work]);
  expect(tookSeconds()).toBeGreaterThan(0.29);
});
