import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav, preferNobody } from '@tonearm/testkit';
import { createFindings, type Findings } from '../findings.ts';
import type { HarnessResult } from '../harness.ts';
import { countGuesses, seeRevocations, seeWrites } from './agreeing.ts';
import { believeForEver, electAnybody, forgetCommits } from './controls.ts';
import { cutNetwork } from './cutting.ts';
import { holdLeader, killMembers, largeSong, stopDatabase } from './falling.ts';
import { refuseEarlier } from './fencing.ts';
import { openGroup } from './group.ts';
import { hearOthers } from './hearing.ts';
import { leadWithoutLibrary, refuseOtherKey, rollOver, setUpTogether, untilScanned } from './living.ts';
import { killWhilePlaying } from './plays.ts';
import type { Amounts, Scene } from './scene.ts';
import { compareTags } from './tags.ts';

/** How long the one that scans stands still, in milliseconds. */
const standsStillMs = 60_000;

/** Songs of the test's own library, with the large one. */
const firstSongs = 5;

interface Step {
  /** What was asked of several processes: F and its number, and whatever is spoilt in it to be told of. */
  readonly shows: string;
  run(scene: Scene): Promise<void>;
}

/** In an order in which each leaves the next three processes that run. */
const steps = {
  writes: { shows: 'F1', run: seeWrites },
  revocations: { shows: 'F2', run: seeRevocations },
  believing: { shows: 'J, F2', run: believeForEver },
  key: { shows: 'F9', run: refuseOtherKey },
  rolling: { shows: 'F8', run: rollOver },
  tags: { shows: 'F8 and J', run: compareTags },
  hearing: { shows: 'J', run: hearOthers },
  cut: { shows: 'F4, F6', run: cutNetwork },
  still: { shows: 'F5', run: (scene) => holdLeader(scene, standsStillMs) },
  fencing: { shows: 'F5 and J', run: refuseEarlier },
  library: { shows: 'F10', run: leadWithoutLibrary },
  database: { shows: 'F6', run: stopDatabase },
  kills: { shows: 'F4', run: killMembers },
  plays: { shows: 'F7', run: killWhilePlaying },
  guesses: { shows: 'F3', run: countGuesses },
  elections: { shows: 'J, F4', run: electAnybody },
  commits: { shows: 'J, F6', run: forgetCommits },
} as const satisfies Record<string, Step>;

/** Names of the scenarios, all but the one that everything begins with. */
type SeveralStep = keyof typeof steps;

/** Scenarios by their names; all of them for none. @throws Error for a name that there is not */
export const severalSteps = (only: readonly string[]): readonly SeveralStep[] => {
  const all = Object.keys(steps) as SeveralStep[];
  const unknown = only.find((name) => !all.includes(name as SeveralStep));
  if (unknown !== undefined) throw new Error(`There is no scenario ${unknown}: ${all.join(', ')}.`);
  return only.length === 0 ? all : all.filter((name) => only.includes(name));
};

/** What all scenarios together show, in their order: `F9` of the set-up, which is no scenario. */
export const shownBySeveral = (): readonly string[] =>
  ['F9', ...Object.values(steps).map(({ shows }) => shows)].flatMap((shows) => shows.split(/, | and /));

/** Findings of one scenario, each with its name before it. */
const findingsOf = (title: string, all: Findings) => {
  let isGood = true;
  const findings: Findings = {
    ...all,
    note: (line) => all.note(`${title}: ${line}`),
    hold: (what, isTrue, seen) => {
      isGood &&= isTrue;
      all.hold(`${title}: ${what}`, isTrue, seen);
    },
  };
  return { findings, isGood: () => isGood };
};

/**
 * Three processes of the product over one PostgreSQL: set up together, and then one scenario after the other.
 * @param only some of them; all unless told
 */
export const runSeveral = async (
  amounts: Amounts,
  say: (line: string) => void,
  {
    only = severalSteps([]),
    random = Math.random,
  }: { only?: readonly SeveralStep[]; random?: () => number } = {},
): Promise<HarnessResult> => {
  const all = createFindings();
  // Else a machine with much else to do gives scans no turn, and what waits for one says nothing of the product.
  preferNobody();
  await using group = await openGroup();
  const samples = new Int16Array(largeSong.sizeBytes / 2);
  writeFileSync(join(group.music, largeSong.name), encodeWav({ samples, rate: 44_100, channels: 2 }));
  let token = '';
  const failed: string[] = [];
  /** One after the other; what fails keeps none of the others from being tried. */
  const take = async (title: string, run: (findings: Findings) => Promise<void>): Promise<void> => {
    const { findings, isGood } = findingsOf(title, all);
    const begunMs = performance.now();
    await run(findings).catch((error: unknown) => findings.hold('comes to its end', false, String(error)));
    if (!isGood()) failed.push(title);
    say(
      `${title}: ${isGood() ? 'good' : 'NOT GOOD'} after ${Math.round((performance.now() - begunMs) / 1000)} s`,
    );
  };
  await take('F9 set up', async (findings) => {
    token = await setUpTogether({ group, findings, amounts, random });
    await untilScanned(group, token, firstSongs);
  });
  // Nothing could be asked of any of them.
  if (token === '') return all.result();
  for (const name of only) {
    const { shows, run } = steps[name];
    await take(`${shows} ${name}`, (findings) => run({ group, findings, token, amounts, random }));
  }
  all.note(`${only.length + 1} scenarios, not good: ${failed.join('; ') || 'none'}`);
  return all.result();
};
