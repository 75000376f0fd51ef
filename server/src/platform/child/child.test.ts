import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Child, ChildEnd } from './child.ts';
import { startProcess } from './start-process.ts';
import { startThread } from './start-thread.ts';

const ownEnd = new URL('./own-end.ts', import.meta.url).href;

/** Does what it is told, and says what it heard. */
const entry = `
  import { takeOwnEnd } from ${JSON.stringify(ownEnd)};
  const own = takeOwnEnd();
  own.serve((message) => {
    if (message === 'throw') throw new Error('as told');
    own.tell(message);
    if (message === 'end') {
      for (let number = 0; number < 1000; number += 1) own.tell(number);
      own.end();
    }
  });
`;

let folder: TempFolder;
let file: URL;
beforeEach(async () => {
  folder = await tempFolder();
  mkdirSync(folder.join('entries'));
  writeFileSync(folder.join('entries', 'entry.mts'), entry);
  file = pathToFileURL(folder.join('entries', 'entry.mts'));
});
afterEach(() => folder[Symbol.asyncDispose]());

type Start = (entryFile: URL, onMessage: (message: unknown) => void) => Child<unknown>;
const thread: Start = (entryFile, onMessage) =>
  startThread(entryFile, { data: null, limits: { maxOldGenerationSizeMb: 32 }, onMessage });
const ownProcess: Start = (entryFile, onMessage) =>
  startProcess(entryFile, { nodeFlags: [], niceness: 0, isSilent: true, onMessage });

it.each([
  ['thread', thread],
  ['process', ownProcess],
])('a %s tells all it has to tell before its end is told of', async (_, start) => {
  const heard: unknown[] = [];
  const child = start(file, (message) => heard.push(message));
  child.hold();
  child.send(null);
  child.send('end');
  expect(await child.ended).toMatchObject({ isWell: true });
  expect(heard).toEqual([null, 'end', ...Array.from({ length: 1000 }, (_value, index) => index)]);
  expect(child.isOpen()).toBe(false);
});

it.each([
  ['thread', thread],
  ['process', ownProcess],
])('a %s ends by itself when it is let go, after what it was sent before', async (_, start) => {
  const first = Promise.withResolvers<unknown>();
  const child = start(file, first.resolve);
  child.hold();
  child.send('one');
  expect(await first.promise).toBe('one');
  expect(child.isOpen()).toBe(true);
  child.release();
  expect(await child.ended).toMatchObject({ isWell: true });
  // Whoever comes late does no harm.
  child.send('two');
  child.release();
});

it.each<[string, Start, string, Partial<ChildEnd>]>([
  ['thread', thread, 'throw', { isWell: false, why: 'as told' }],
  ['process', ownProcess, 'throw', { isWell: false, why: 'exit code 1' }],
  ['thread', thread, 'kill', { isWell: false, why: 'exit code 1' }],
  ['process', ownProcess, 'kill', { isWell: false, why: 'SIGKILL' }],
])('says how a %s ended (%s %s)', async (_, start, what, end) => {
  const begun = Promise.withResolvers<unknown>();
  const child = start(file, begun.resolve);
  child.hold();
  child.send('hello');
  await begun.promise;
  if (what === 'kill') child.kill();
  else child.send(what);
  expect(await child.ended).toMatchObject(end);
});

it.each([
  ['thread', thread],
  ['process', ownProcess],
])('says that a %s could not be started', async (_, start) => {
  const child = start(new URL('./nothing.mts', file), () => {});
  child.hold();
  child.send('into nothing');
  expect(await child.ended).toMatchObject({ isWell: false });
});

it.each([
  ['where this one keeps it', true],
  ['nowhere where this one keeps none', false],
])('a process keeps what it compiled %s', (_, isKept) => {
  const asked = folder.join('entries', 'asked.mts');
  writeFileSync(
    asked,
    `import { getCompileCacheDir } from 'node:module';
     import { takeOwnEnd } from ${JSON.stringify(ownEnd)};
     const own = takeOwnEnd();
     own.tell(getCompileCacheDir() ?? null);
     own.end();`,
  );
  const here = new URL('./start-process.ts', import.meta.url).href;
  const script = `
    const { enableCompileCache, getCompileCacheDir } = require('node:module');
    if (${isKept}) enableCompileCache(${JSON.stringify(folder.join('compiled'))});
    import(${JSON.stringify(here)}).then(({ startProcess }) => {
      const onMessage = (told) => console.log(JSON.stringify([told, getCompileCacheDir() ?? null]));
      startProcess(new URL(${JSON.stringify(pathToFileURL(asked).href)}), { nodeFlags: [], niceness: 0, onMessage }).hold();
    });`;
  const said = execFileSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  const [told, ours] = JSON.parse(said) as (string | null)[];
  expect([told, ours !== null]).toEqual([ours, isKept]);
});
