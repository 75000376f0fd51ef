import { eventually, sleep } from '../trust-product.ts';
import { beginActing, beginListening, judgeActs, largeSong, nextReignMs } from './falling.ts';
import type { Group, Life } from './group.ts';
import type { Scene } from './scene.ts';

/** How long nothing goes through, in milliseconds: longer than until a server says that it is not ready. */
const cutMs = 35_000;

/** When it must have said so: it looks for the database for ten seconds at most, and gives it fifteen to come back. */
const saidAfterMs = 30_000;

/** Longest that somebody may wait to be told to come again, in milliseconds. */
const longestWaitMs = 15_000;

interface Asked {
  readonly status: number;
  readonly tookMs: number;
  readonly hasTime: boolean;
}

/** People who ask one process all the time, and what they are told. */
const beginAsking = (group: Group, life: Life, token: string) => {
  let isOver = false;
  const asked: Asked[] = [];
  const calls = [
    { path: 'playlist/Cut', options: { method: 'PUT', body: { tracks: ['cut'] } } },
    { path: 'preferences', options: {} },
    { path: 'flatten', options: {} },
  ];
  const running = calls.map(async ({ path, options }) => {
    while (!isOver) {
      const begunMs = performance.now();
      const { status, headers } = await group.client(life, token).send(path, options);
      asked.push({
        status,
        tookMs: performance.now() - begunMs,
        hasTime: headers['retry-after'] !== undefined,
      });
      await sleep(100);
    }
  });
  return {
    end: async (): Promise<readonly Asked[]> => {
      isOver = true;
      await Promise.all(running);
      return asked;
    },
  };
};

/** Asks all of them whether they are ready, as a balancer does. */
const beginBalancing = (group: Group, cutOff: Life) => {
  let isOver = false;
  const begunMs = performance.now();
  let outAfterMs: number | null = null;
  const others = new Set<number>();
  const statusOf = async (life: Life): Promise<number> => (await group.client(life).send('ready')).status;
  const running = (async () => {
    while (!isOver) {
      for (const life of group.up().filter((each) => each !== cutOff)) others.add(await statusOf(life));
      if ((await statusOf(cutOff)) === 503) outAfterMs ??= performance.now() - begunMs;
      await sleep(100);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await running;
      return { outAfterMs, othersStay: [...others].join() === '200' };
    },
  };
};

const savesAgain = async (group: Group, life: Life, token: string): Promise<number> => {
  const begunMs = performance.now();
  const call = { method: 'PUT', body: { tracks: ['after'] } };
  await eventually('the one that was cut off saves again', async () => {
    const { status } = await group.client(life, token).send('playlist/After', call);
    return status === 200;
  });
  return performance.now() - begunMs;
};

/** The network between the one that scans and the database is cut: nobody is told, nothing comes through. */
export const cutNetwork = async (scene: Scene): Promise<void> => {
  const { group, findings, token } = scene;
  const leader = await group.leader();
  const relay = group.relay(leader.name);
  const acting = beginActing(scene, 'n');
  const listener = await beginListening(leader, token);
  const asking = beginAsking(group, leader, token);
  const balancing = beginBalancing(group, leader);
  const begunMs = Date.now();
  relay.stall();
  const tookMs = await nextReignMs(group, begunMs);
  findings.hold(
    `one that is cut off is followed by another within 15 s (${Math.round(tookMs)} ms)`,
    tookMs <= 15_000,
  );
  await sleep(Math.max(0, cutMs - (Date.now() - begunMs)));
  const { outAfterMs, othersStay } = await balancing.end();
  findings.hold(
    `it tells balancers so after ${saidAfterMs / 1000} s at most, and no sooner than 15 s (${Math.round(outAfterMs ?? -1)} ms); the others stay ready`,
    outAfterMs !== null && outAfterMs >= 15_000 && outAfterMs <= saidAfterMs && othersStay,
  );
  relay.goOn();
  const healedMs = await savesAgain(group, leader, token);
  findings.hold('and is ready again', (await group.client(leader).send('ready')).status === 200);
  const asked = await asking.end();
  const acts = await acting.end();
  const refused = asked.filter(({ status }) => status === 503);
  const odd = asked.filter(({ status, hasTime }) => status >= 400 && !(status === 503 && hasTime));
  const longestMs = Math.round(Math.max(0, ...asked.map((each) => each.tookMs)));
  findings.hold(
    `cut off for ${cutMs / 1000} s it tells ${refused.length} who ask to come again, with a time (the longest wait: ${longestMs} ms)`,
    refused.length > 0 && odd.length === 0 && longestMs <= longestWaitMs,
    odd.map(({ status }) => status).join(', '),
  );
  findings.hold(`and saves again within 5 s (${Math.round(healedMs)} ms)`, healedMs <= 5_000);
  const { acknowledged, lost } = await judgeActs(group, acts);
  findings.hold(`${acknowledged} changes acknowledged by all three: none lost`, lost.length === 0, lost[0]);
  findings.hold(
    'the song that played there goes on to its end',
    (await listener.finish()) >= largeSong.sizeBytes,
  );
};
