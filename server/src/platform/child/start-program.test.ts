import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { getPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startProgram } from './start-program.ts';

const node = process.execPath;
const quiet = { niceness: 0 } as const;

it('hands every argument over as it stands, without a shell', async () => {
  const odd = ['-i.mp3', '$(date)', 'a b', '; exit 3', 'new\nline', '*'];
  const program = startProgram(
    node,
    ['-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--', ...odd],
    quiet,
  );
  expect(JSON.parse(await text(program.output))).toEqual(odd);
  expect(await program.ended).toMatchObject({ isWell: true });
});

it('gives a program an open file to read, whatever its name', async () => {
  const descriptor = openSync(fileURLToPath(import.meta.url), 'r');
  const program = startProgram(node, ['-e', 'process.stdin.pipe(process.stdout)'], {
    ...quiet,
    input: descriptor,
  });
  closeSync(descriptor);
  expect(await text(program.output)).toContain('whatever its name');
});

it('yields as far as it is told beside who starts it, who may yield already', () => {
  const here = new URL('start-process.ts', import.meta.url).href;
  const script = `import(${JSON.stringify(here)}).then(({ yieldTo }) => {
    const { spawn } = require('node:child_process');
    const levels = [0, 3, 19].map((niceness) => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      yieldTo(child, niceness);
      const level = os.getPriority(child.pid);
      child.kill();
      return level;
    });
    console.log(JSON.stringify(levels));
  })`;
  const own = getPriority();
  // Tests have processes of the product yield to nobody, by a flag that stays behind here.
  const env = { PATH: process.env['PATH'] };
  const levels = JSON.parse(execFileSync('nice', ['-n', '4', node, '-e', script], { encoding: 'utf8', env }));
  expect(levels).toEqual([4, 7, 19].map((level) => Math.min(own + level, 19)));
});

it('keeps our secrets to itself', async () => {
  process.env['TONEARM_LASTFM_SECRET'] = 'secret';
  const program = startProgram(node, ['-p', 'JSON.stringify(process.env)'], quiet);
  expect(await text(program.output)).not.toContain('secret');
  delete process.env['TONEARM_LASTFM_SECRET'];
});

it('says how it ended, and the last of what it said', async () => {
  const heard: string[] = [];
  const program = startProgram(
    node,
    ['-e', 'process.stderr.write("x".repeat(9000) + "the end"); process.exitCode = 3'],
    { ...quiet, onSaid: (piece) => heard.push(piece) },
  );
  program.output.resume();
  const end = await program.ended;
  expect(end).toMatchObject({ isWell: false, why: 'exit code 3' });
  expect(end.said).toHaveLength(4000);
  expect(end.said).toMatch(/the end$/);
  expect(heard.join('')).toHaveLength(9007);
});

it('ends one that is killed, though nobody takes what it writes', async () => {
  const program = startProgram(node, ['-e', 'for (;;) process.stdout.write("x".repeat(1e6))'], quiet);
  program.kill();
  program.output.destroy();
  expect(await program.ended).toMatchObject({ isWell: false, why: 'SIGKILL' });
});

it('says that there is no such program', async () => {
  expect(await startProgram('/nowhere/ffmpeg', [], quiet).ended).toMatchObject({ isWell: false });
});
