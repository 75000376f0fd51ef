import { type AcknowledgedPlay, drain, judgePlays, link } from '../scrobble-kill.ts';
import { sleep } from '../trust-product.ts';
import { createBalancer, type Group, names, songsOf } from './group.ts';
import type { Scene } from './scene.ts';

/** What a service has in the end. */
interface Kept {
  readonly service: string;
  readonly plays: readonly AcknowledgedPlay[];
  /** How many came again. */
  readonly recognised: number;
}

const keptBy = ({ lastfm, listenBrainz }: Group): Kept[] => [
  {
    service: 'Last.fm',
    plays: lastfm.scrobbles.kept.map(({ track, timestamp }) => ({ track, startedAt: timestamp })),
    recognised: lastfm.scrobbles.duplicates.length,
  },
  {
    service: 'ListenBrainz',
    plays: listenBrainz.listens.kept.map(({ track, listenedAt }) => ({ track, startedAt: listenedAt })),
    recognised: listenBrainz.listens.duplicates.length,
  },
];

const isInOrder = (plays: readonly AcknowledgedPlay[]): boolean =>
  plays.every(({ startedAt }, at) => at === 0 || startedAt > (plays[at - 1]?.startedAt ?? 0));

/** Plays are reported to one process after the other, which are killed meanwhile: each is sent once. */
export const killWhilePlaying = async ({ group, findings, token, amounts, random }: Scene): Promise<void> => {
  const { lastfm, listenBrainz } = group;
  const songs = (await songsOf(group, group.of('one'), token)).filter((path) => path.endsWith('.mp3'));
  await link(group.client(group.of('one'), token), lastfm.authPage, lastfm.apiKey);
  const service = { method: 'PUT', body: { token: listenBrainz.token } };
  await group.client(group.of('one'), token).json('scrobbling/link/listenbrainz', service);
  const balancer = createBalancer(group, token);
  const acknowledged: { track: string; startedAt: number }[] = [];
  const behaviours = ['ok', 'ok', 'kill-before', 'kill-after', 'hang', 'server-error'] as const;
  const firstAt = Math.floor(Date.now() / 1000) - amounts.plays * 300;
  for (let round = 0; round < amounts.plays; round += 1) {
    for (const each of [lastfm, listenBrainz])
      each.always(behaviours[Math.floor(random() * behaviours.length)] ?? 'ok');
    const path = songs[round % 4] ?? '';
    const startedAt = firstAt + round * 300;
    const report = balancer
      .send(`lastfm/scrobble/${encodeURIComponent(path)}?started_at=${startedAt}`, { method: 'POST' })
      .then(({ status }) => status === 200)
      .catch(() => false);
    if (round % 3 === 0) await report;
    await sleep(random() * 400);
    const victim = names[round % 3] as string;
    await group.kill(victim);
    if (await report) acknowledged.push({ track: titleOf(path), startedAt });
    await group.launch(victim);
  }
  for (const each of [lastfm, listenBrainz]) each.always('ok');
  await drain(group.client(group.of('two'), token));
  for (const { service: name, plays, recognised } of keptBy(group)) {
    const { lost, doubled } = judgePlays(acknowledged, plays);
    findings.hold(
      `${amounts.plays} kills while plays are on their way, ${acknowledged.length} acknowledged: ${name} has each once, ` +
        `in their order (${recognised} sent again and recognised there)`,
      lost.length + doubled.length === 0 && isInOrder(plays),
      `${lost.length} lost, ${doubled.length} kept twice`,
    );
  }
};

/** The title that the test's own library gives a song. */
const titleOf = (path: string): string => /\/\d+ - ([^/]+)\.mp3$/.exec(path)?.[1] ?? path;
