import { closeSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { chooseWatches } from './choose-watches.ts';
import { createPlainWatches } from './plain-watches.ts';

it.runIf(process.platform === 'linux')(
  'watches with what every system has where inotify cannot be called, and says why',
  async () => {
    vi.doMock('koffi', () => {
      throw new Error('no binary for this machine');
    });
    const reasons: string[] = [];
    const instances: number[] = [];
    const told = {
      plain: (reason: string) => reasons.push(reason),
      opened: (instance: number) => instances.push(instance),
    };
    expect(await chooseWatches(told)).toBe(createPlainWatches);
    vi.doUnmock('koffi');
    expect(reasons).toHaveLength(1);
    vi.resetModules();
    expect(await chooseWatches(told)).not.toBe(createPlainWatches);
    expect(reasons).toHaveLength(1);
    expect(instances).toHaveLength(1);
    for (const instance of instances) closeSync(instance);
  },
);
