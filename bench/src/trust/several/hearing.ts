import { library } from '@tonearm/testkit';
import { eventually, sleep } from '../trust-product.ts';
import { type Group, type Life, songsOf } from './group.ts';
import type { Scene } from './scene.ts';

/** How soon others have heard of it, in milliseconds: much sooner than who looks by themselves. */
const soonMs = 1_500;

/** Looks for something until it is there. @returns after how long, in milliseconds; null where it is not there soon */
const heardAfter = async (isThere: () => Promise<boolean>): Promise<number | null> => {
  const begunMs = performance.now();
  while (performance.now() - begunMs < soonMs) {
    if (await isThere()) return Math.round(performance.now() - begunMs);
    await sleep(10);
  }
  return null;
};

const listens = async (group: Group, life: Life, token: string, path: string): Promise<boolean> =>
  (await group.client(life, token).send('now_playing')).body.toString().includes(JSON.stringify(path));

/** One tells, another hears: what is played, and what a scan found. @returns what was not heard soon */
const tellAndHear = async ({ group, token }: Scene, name: string): Promise<string[]> => {
  const leader = await group.leader();
  const other = group.up().find((life) => life !== leader) as Life;
  const before = await songsOf(group, leader, token);
  const song = before.find((path) => path.endsWith('.mp3')) ?? '';
  const played = `lastfm/now_playing/${encodeURIComponent(song)}`;
  await group.client(leader, token).send(played, { method: 'PUT' });
  const isPlayedMs = await heardAfter(() => listens(group, other, token, song));
  await library().album(name, 2, { artist: 'Anna' }).writeTo(group.music);
  await group.client(leader, token).json('trigger_index', { method: 'POST' });
  await eventually(
    'songs of a scan',
    async () => (await songsOf(group, leader, token)).length > before.length,
  );
  const isFoundMs = await heardAfter(async () => (await songsOf(group, other, token)).length > before.length);
  return [...(isPlayedMs === null ? ['what is played'] : []), ...(isFoundMs === null ? ['a new song'] : [])];
};

/** Others hear at once what one does; where nobody is told of anything, that is told of. */
export const hearOthers = async (scene: Scene): Promise<void> => {
  const { group, findings } = scene;
  const unheard = await tellAndHear(scene, 'Heard');
  findings.hold(
    `what is played and found in one is in another within ${soonMs} ms`,
    unheard.length === 0,
    unheard.join(', '),
  );
  const restored = group.up().map(({ name }) => group.relay(name));
  for (const relay of restored) relay.deafen(true);
  const missed = await tellAndHear(scene, 'Unheard');
  for (const relay of restored) relay.deafen(false);
  findings.hold('(control) processes that are told nothing are told of', missed.length > 0);
};
