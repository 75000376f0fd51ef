import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav, preferNobody } from '@tonearm/testkit';
import { createFindings } from '../findings.ts';
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

type Step = (scene: Scene) => Promise<void>;

/** In an order in which each leaves the next three processes that run. */
const steps = {
  writes: seeWrites,
  revocations: seeRevocations,
  believing: believeForEver,
  key: refuseOtherKey,
  rolling: rollOver,
  tags: compareTags,
  hearing: hearOthers,
  cut: cutNetwork,
  still: (scene) => holdLeader(scene, standsStillMs),
  fencing: refuseEarlier,
  library: leadWithoutLibrary,
  database: stopDatabase,
  kills: killMembers,
  plays: killWhilePlaying,
  guesses: countGuesses,
  elections: electAnybody,
  commits: forgetCommits,
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
  const findings = createFindings();
  // Else a machine with much else to do gives scans no turn, and what waits for one says nothing of the product.
  preferNobody();
  await using group = await openGroup();
  const samples = new Int16Array(largeSong.sizeBytes / 2);
  writeFileSync(join(group.music, largeSong.name), encodeWav({ samples, rate: 44_100, channels: 2 }));
  const token = await setUpTogether({ group, findings, amounts, random });
  await untilScanned(group, token, firstSongs);
  for (const name of only) {
    say(`${name} …`);
    try {
      await steps[name]({ group, findings, token, amounts, random });
    } catch (error) {
      findings.hold(`${name} comes to its end`, false, String(error));
    }
  }
  return findings.result();
};
