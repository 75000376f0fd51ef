import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { afterEach, beforeEach } from 'vitest';
import { temporaryFolder } from './account-server.ts';
import { makeDatabase, type TestDatabase } from './test-postgres.ts';

/** What servers of one test share. */
export interface PostgresStage {
  /** Holds `music` with one album of three songs, and whatever the test makes in it. */
  readonly folder: ReturnType<typeof temporaryFolder>;
  readonly database: TestDatabase;
}

/** Gives every test of a file a folder with music and a database of its own. @returns what the running test has */
export const usePostgresStage = (): (() => PostgresStage) => {
  let stage: PostgresStage;
  beforeEach(async () => {
    stage = { folder: temporaryFolder(), database: await makeDatabase() };
    await library().album('Picnic', 3).writeTo(join(stage.folder.path, 'music'));
  });
  afterEach(async () => {
    await stage.database[Symbol.asyncDispose]();
    stage.folder.remove();
  });
  return () => stage;
};
