import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPostgres } from '@tonearm/testkit';
import type { Findings } from '../findings.ts';
import type { Recipe } from './recipes.ts';
import { runProxy } from './run-proxy.ts';
import { type Call, callThrough } from './through-proxy.ts';

/** Longer than until every server says that it is not ready. */
const deadlineMs = 40_000;

/** Asks until all ports answer so. @returns after how long, in milliseconds; null where they did not in time */
const untilAllSay = async (ports: readonly string[], wanted: number): Promise<number | null> => {
  const begunMs = performance.now();
  while (performance.now() - begunMs < deadlineMs) {
    const statuses = await Promise.all(
      ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/api/ready`)).status),
    );
    if (statuses.every((status) => status === wanted)) return Math.round(performance.now() - begunMs);
    await sleep(100);
  }
  return null;
};

/** Takes the database away for long: the balancer asks the servers all the same, and goes on as it was after that. */
export const goWithoutDatabase = async (
  recipe: Recipe,
  scene: { findings: Findings; ports: readonly string[]; postgres: TestPostgres; folder: string },
  account: object,
): Promise<void> => {
  const { findings, ports, postgres } = scene;
  await using proxy = await runProxy(recipe, { folder: join(scene.folder, 'without'), productPort: 0 });
  const send = (call: Call) => callThrough(proxy.port, call);
  const signedIn = await send({ path: '/api/auth', method: 'POST', body: account });
  const { token } = JSON.parse(signedIn.body.toString()) as { token: string };
  await postgres.stopAtOnce();
  const saidMs = await untilAllSay(ports, 503);
  findings.hold(
    `${recipe.proxy}: without a database all say that they are not ready, after some 15 s (${saidMs} ms)`,
    saidMs !== null && saidMs >= 14_500,
  );
  // Long enough for the balancer to have asked each of them.
  await sleep(2_500);
  const page = await send({ path: '/' });
  const call = await send({ path: '/api/preferences', token });
  findings.hold(
    `${recipe.proxy}: and are asked all the same: the app comes, and who wants more is told when to come again`,
    page.status === 200 && call.status === 503 && call.headers['retry-after'] !== undefined,
    `${page.status}, ${call.status}`,
  );
  await postgres.startAgain();
  const againMs = await untilAllSay(ports, 200);
  const after = await send({ path: '/api/preferences', token });
  findings.hold(
    `${recipe.proxy}: with it all goes on (${againMs} ms)`,
    againMs !== null && after.status === 200,
    String(after.status),
  );
};
