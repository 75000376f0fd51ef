import { afterAll, beforeAll } from 'vitest';
import { temporaryFolder } from '../../../test/account-server.ts';
import { type OpenState, openState } from '../../state/open-state.ts';
import { itKeepsIds } from './test-moved-ids.ts';

let folder: ReturnType<typeof temporaryFolder>;
let state: OpenState;
beforeAll(() => {
  folder = temporaryFolder();
  state = openState(folder.path);
  state.raw.pragma('synchronous = OFF');
});
afterAll(() => {
  state.close();
  folder.remove();
});

itKeepsIds(() => state, 100);
