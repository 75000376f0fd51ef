import { afterAll, beforeAll } from 'vitest';
import { type Pair, startPair } from './both-databases.ts';
import { itMarksFoldersApart, writeLooseAlbum } from './loose-folder-suite.ts';
import { createApp, type TestApp } from './subsonic-app.ts';

let pair: Pair;
let app: TestApp;
beforeAll(async () => {
  pair = await startPair(writeLooseAlbum);
  const [, side] = pair.sides;
  const body = { name: 'Test', may_administer: false, max_bit_rate: null };
  const answer = await side.send({ method: 'POST', path: 'api/apps', body });
  const { secret } = JSON.parse(answer.body.toString()) as { secret: string };
  app = createApp(side.address, { username: 'anna', secret });
});
afterAll(() => pair[Symbol.asyncDispose]());

itMarksFoldersApart(() => app);
