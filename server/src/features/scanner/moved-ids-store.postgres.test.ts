import { createFakeClock } from '@tonearm/testkit';
import { afterAll, beforeAll } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../test/test-postgres.ts';
import { createPostgresSignals, type PostgresSignals } from '../../db/postgres-signals.ts';
import { silentLog } from '../../platform/log.ts';
import { createPostgresAccess } from '../../state/postgres/postgres-access.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { itKeepsIds } from './test-moved-ids.ts';

const { TONEARM_TEST_RUN: template = '' } = process.env;

let made: TestDatabase;
let signals: PostgresSignals;
let state: StateAccess;
beforeAll(async () => {
  made = await makeDatabase(template);
  const database = made.open();
  signals = createPostgresSignals({ database, clock: createFakeClock(), log: silentLog });
  state = createPostgresAccess(database, signals);
  await signals.start();
});
afterAll(async () => {
  await signals.close();
  await made[Symbol.asyncDispose]();
});

itKeepsIds(() => state, 20);
