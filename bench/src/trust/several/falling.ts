import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { type Act, createActor, lostOf } from '../acknowledged.ts';
import { eventually, sleep } from '../trust-product.ts';
import { allHave, createBalancer, type Group, type Life, names, songsOf } from './group.ts';
import { faultsOfReigns } from './reigns.ts';
import type { Scene } from './scene.ts';

/** What the database holds of what actors change. */
const heldIn = async ({ database }: Group): Promise<Map<string, string>> => {
  const held = new Map<string, string>();
  const lists = await database.query<{ name: string; tracks: string }>(
    'SELECT name, tracks FROM playlists JOIN playlist_chunks AS one USING (content_id) WHERE chunk = (SELECT min(chunk) FROM playlist_chunks WHERE content_id = one.content_id)',
  );
  for (const { name, tracks } of lists)
    held.set(`playlist ${name}`, (JSON.parse(tracks) as string[])[0] ?? '');
  const plays = await database.query<{ played_at: number }>('SELECT played_at FROM listens');
  for (const { played_at } of plays) held.set(`play ${played_at}`, 'there');
  return held;
};

/** People who change something all the time, through a balancer, until they are told to stop. */
export const beginActing = ({ group, token }: Pick<Scene, 'group' | 'token'>, lane: string) => {
  let isOver = false;
  const statuses = new Map<number, number>();
  const refusalsWithoutTime: string[] = [];
  const balancer = createBalancer(group, token);
  const noting = {
    send: async (...call: Parameters<typeof balancer.send>) => {
      const answer = await balancer.send(...call);
      if (answer.status === 503 && answer.headers['retry-after'] === undefined)
        refusalsWithoutTime.push(call[0]);
      return answer;
    },
  };
  const actors = ['l', 'm'].map((each) => createActor(noting, `${lane}${each}`));
  const running = actors.map(async (actor) => {
    while (!isOver) {
      const status = await actor.next();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 0 || status === 503) await sleep(50);
    }
  });
  return {
    statuses,
    refusalsWithoutTime,
    /** @returns what was changed */
    end: async (): Promise<readonly Act[]> => {
      isOver = true;
      await Promise.all(running);
      return actors.flatMap(({ acts }) => acts);
    },
  };
};

const told = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .toSorted()
    .map(([status, count]) => `${status === 0 ? 'cut' : status}: ${count}`)
    .join(', ');

/** @returns what is lost of what was acknowledged */
export const judgeActs = async (
  group: Group,
  acts: readonly Act[],
): Promise<{ acknowledged: number; lost: string[] }> => ({
  acknowledged: acts.filter(({ ackedAtMs }) => ackedAtMs !== null).length,
  lost: lostOf(acts, await heldIn(group)),
});

/** A scan of everything by whoever scans now. @returns how many files it read */
export const scanAgain = async ({ group, token }: Pick<Scene, 'group' | 'token'>): Promise<number> => {
  const client = group.client(await group.leader(), token);
  const status = () =>
    client.json<{ is_scanning: boolean; is_queued: boolean; files_read: number }>('scan_status');
  const isOver = async (): Promise<boolean> => {
    const { is_scanning, is_queued } = await status();
    return !is_scanning && !is_queued;
  };
  await eventually('the end of a scan', isOver);
  await client.json('trigger_index', { method: 'POST' });
  await eventually('the end of a scan', isOver);
  return (await status()).files_read;
};

/** Whether all processes list the same songs. */
const areAlike = async ({ group, token }: Pick<Scene, 'group' | 'token'>): Promise<boolean> => {
  const lists = await Promise.all(group.up().map((life) => songsOf(group, life, token)));
  return new Set(lists.map((songs) => songs.join('\n'))).size === 1;
};

/** How long after a moment another one scanned, in milliseconds. */
export const nextReignMs = async (group: Group, sinceMs: number): Promise<number> => {
  const found = () => group.reigns().find(({ fromMs }) => fromMs >= sinceMs);
  await eventually('another one who scans', () => found() !== undefined);
  return (found()?.fromMs ?? sinceMs) - sinceMs;
};

/** Processes are killed under load: nothing acknowledged is lost, one scans at a time, and soon again. */
export const killMembers = async (scene: Scene): Promise<void> => {
  const { group, findings, amounts, random, token } = scene;
  const acting = beginActing(scene, 'k');
  const before = group.reigns().length;
  const takeovers: number[] = [];
  let songs = (await songsOf(group, await group.leader(), token)).length;
  for (let round = 0; round < amounts.kills; round += 1) {
    await sleep(random() * 1_000);
    const leader = await group.leader();
    // Every third kill is of the one that scans.
    const victim = round % 3 === 0 ? leader.name : (names[Math.floor(random() * names.length)] as string);
    if (round % 2 === 0) {
      await library().album(`Kill ${round}`, 3, { artist: 'Anna' }).writeTo(group.music);
      songs += 3;
      await createBalancer(group, token)
        .send('trigger_index', { method: 'POST' })
        .catch(() => {});
    }
    const killedMs = Date.now();
    await group.kill(victim);
    if (victim === leader.name) takeovers.push(await nextReignMs(group, killedMs));
    await group.launch(victim);
  }
  const acts = await acting.end();
  const { acknowledged, lost } = await judgeActs(group, acts);
  findings.hold(
    `${amounts.kills} kills, ${acknowledged} changes acknowledged (${told(acting.statuses)}): none lost`,
    lost.length === 0,
    lost.slice(0, 3).join('; '),
  );
  const longest = Math.round(Math.max(0, ...takeovers));
  findings.hold(
    `${takeovers.length} of them of the one that scans: another one scans at most 15 s later (the longest: ${longest} ms)`,
    longest <= 15_000,
  );
  await scanAgain(scene);
  await allHave(group, token, songs);
  findings.hold('every process has every song, in the same order', await areAlike(scene));
  const again = await scanAgain(scene);
  findings.hold('nothing is read that did not change', again === 0, `${again} files`);
  // With whoever scanned when it began. Who stood still earlier learns only afterwards that others scan: it has its own scenario.
  const reigns = group.reigns().slice(Math.max(0, before - 1));
  const faults = faultsOfReigns(reigns);
  findings.hold(`${reigns.length} elections, never two who scan`, faults.length === 0, faults[0]);
};

/** The one that scans stands still until another does, and goes on: nothing of it is published. */
export const holdLeader = async (scene: Scene, standsStillMs: number): Promise<void> => {
  const { group, findings, token } = scene;
  const leader = await group.leader();
  const before = (await songsOf(group, leader, token)).length;
  await library().album('Before', 30, { artist: 'Anna' }).writeTo(group.music);
  await group.client(leader, token).json('trigger_index', { method: 'POST' });
  leader.isReady = false;
  leader.product.signalGroup('SIGSTOP');
  const stoppedMs = Date.now();
  const epochBefore = group.reigns().at(-1)?.epoch ?? 0;
  const tookMs = await nextReignMs(group, stoppedMs);
  findings.hold(
    `one that stands still is followed by another within 15 s (${Math.round(tookMs)} ms)`,
    tookMs <= 15_000,
  );
  const others = group.up().filter((life) => life !== leader);
  await library().album('Meanwhile', 10, { artist: 'Anna' }).writeTo(group.music);
  await group.client(others[0] as Life, token).json('trigger_index', { method: 'POST' });
  await sleep(Math.max(0, standsStillMs - (Date.now() - stoppedMs)));
  leader.product.signalGroup('SIGCONT');
  leader.isReady = true;
  const isLeft = (): boolean =>
    group.reigns().some(({ epoch, toMs }) => epoch === epochBefore && toMs !== null);
  await eventually('the one that stood still stands down', isLeft);
  await allHave(group, token, before + 40);
  const broken = await group.database.query(
    `SELECT one.sequence FROM library.feed_batches AS one JOIN library.feed_batches AS before
       ON before.sequence = one.sequence - 1 WHERE one.previous <> before.chain`,
  );
  findings.hold('what it still had to say is published by nobody', broken.length === 0);
  findings.hold('and it has what the others have', await areAlike(scene));
  const again = await scanAgain(scene);
  findings.hold('nothing of it is read again by a scan after that', again === 0, `${again} files`);
};

/** Song files of 60 MB, so that no buffer holds one. */
export const largeSong = { name: 'Large.wav', sizeBytes: 60_000_000 };

/** Begins to listen to a song, and takes nothing after its beginning until it is told to. */
export const beginListening = async (life: Life, token: string): Promise<{ finish(): Promise<number> }> => {
  const path = encodeURIComponent(join('Music', largeSong.name));
  const outgoing = request(new URL(`api/audio/${path}?auth_token=${token}`, life.product.address)).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  incoming.pause();
  return {
    finish: async () => {
      let bytes = 0;
      try {
        for await (const chunk of incoming) bytes += (chunk as Buffer).length;
      } catch {
        // It was cut: what came is told.
      }
      return bytes;
    },
  };
};

/** The database is ended as by a cut of the power, again and again. */
export const stopDatabase = async (scene: Scene): Promise<void> => {
  const { group, findings, amounts, token, random } = scene;
  const acting = beginActing(scene, 'd');
  const waits: number[] = [];
  const ready: number[] = [];
  let whole = 0;
  for (let round = 0; round < amounts.stops; round += 1) {
    const listener = await beginListening(group.of(names[round % 3] as string), token);
    await sleep(200 + random() * 500);
    await group.postgres.stopAtOnce();
    await sleep(300);
    for (const life of group.up()) ready.push((await group.client(life).send('ready')).status);
    await group.postgres.startAgain();
    const startedMs = performance.now();
    for (const life of group.up()) {
      const isRight = async (): Promise<boolean> => {
        const call = { method: 'PUT', body: { tracks: [`stop ${round}`] } };
        return (await group.client(life, token).send(`playlist/Stop ${life.name}`, call)).status === 200;
      };
      await eventually(`${life.name} saves again`, () => isRight().catch(() => false));
    }
    waits.push(performance.now() - startedMs);
    if ((await listener.finish()) >= largeSong.sizeBytes) whole += 1;
  }
  const acts = await acting.end();
  const { acknowledged, lost } = await judgeActs(group, acts);
  findings.hold(
    `${amounts.stops} ends of the database, ${acknowledged} changes acknowledged (${told(acting.statuses)}): none lost`,
    lost.length === 0,
    lost.slice(0, 3).join('; '),
  );
  const odd = [...acting.statuses.keys()].filter((status) => status >= 500 && status !== 503);
  findings.hold(
    'meanwhile 503 and a time to come again',
    odd.length + acting.refusalsWithoutTime.length === 0,
    [...odd, ...acting.refusalsWithoutTime].join(', '),
  );
  findings.hold(
    'no server is taken out for that',
    ready.every((status) => status === 200),
  );
  const longest = Math.round(Math.max(0, ...waits));
  findings.hold(`all three save again within 5 s (the longest: ${longest} ms)`, longest <= 5_000);
  findings.hold(
    'songs that play go on to their end',
    whole === amounts.stops,
    `${whole} of ${amounts.stops}`,
  );
};
