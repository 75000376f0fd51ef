import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What waits for a time of the machine's clock, or measures one. A turn of the event loop (`setTimeout(…, 0)`) does neither. */
const realTime = [
  /(?<!['".\w])setTimeout\((?!.*, 0\))/,
  /(?<!['"\w])setInterval\(/,
  /\bperformance\.now\(\)/,
  /\bprocess\.hrtime\b/,
  /\bwaitForTimeout\(/,
  /\bsetTimeout\b.*timers\/promises/,
  /(?<![.\w])sleep\(/,
];

const isRealTime = (line: string): boolean => realTime.some((pattern) => pattern.test(line));

/** Tests that may, and why no slow or busy machine makes them fail. */
const reasons: Readonly<Record<string, string>> = {
  'bench/src/listener.test.ts': 'its clock begins at now, and is then moved by hand',
  'e2e/webkit/main-journeys.test.ts':
    'gives up only a player that has stood still for long: sound takes its time',
  'scripts/sound-card.test.ts': 'a process of its own is kept there by it until it is told to end',
  'server/src/features/scanner/scan-link.test.ts':
    'a server of its own is kept busy by it until it is told to end',
  'server/src/platform/slices.test.ts': 'its clock is fake, and moved by the work that it measures',
  'server/test/shared-state.postgres.test.ts':
    'that a process hears of another within a second is the promise itself',
  'server/test/stop.test.ts': 'that a stop takes three seconds at most is the promise itself',
  'web/src/collection/item-actions/verbs.test.ts': 'its timers are fake from the start',
};

it('knows what takes real time', () => {
  const taking = [
    'await new Promise((resolve) => setTimeout(resolve, 300));',
    'setTimeout(() => done(), 20);',
    'const begun = performance.now();',
    "import { setTimeout } from 'node:timers/promises';",
    'await sleep(20);',
    'await page.waitForTimeout(50);',
  ];
  const taken = [
    'await new Promise((resolve) => setTimeout(resolve, 0));',
    "vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });",
    'await clock.advance(1000);',
  ];
  expect(taking.filter((line) => !isRealTime(line))).toEqual([]);
  expect(taken.filter(isRealTime)).toEqual([]);
});

it('no test waits for a clock of the machine or measures one, but for reasons', () => {
  const folders = ['bench', 'contract', 'demo', 'e2e', 'scripts', 'server', 'song-files', 'testkit', 'web'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name) && !/(?:^|\/)(?:node_modules|dist)\//.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.filter(
    (file) =>
      !import.meta.filename.endsWith(file) &&
      readFileSync(join(root, file), 'utf8').split('\n').some(isRealTime),
  );
  expect(found.toSorted()).toEqual(Object.keys(reasons).toSorted());
});
