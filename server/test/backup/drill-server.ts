import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/platform/log.ts';
import { type Serving, serve } from '../../src/serve.ts';
import { temporaryFolder } from '../account-server.ts';
import { createNetworkCaller } from '../whole-server.ts';

/** A server in this process over a data folder of its own, and what is done to both. */
export const openDrill = () => {
  const folder = temporaryFolder();
  const dataFolder = join(folder.path, "anna's data");
  mkdirSync(join(folder.path, 'music'));
  let serving: Serving | undefined;
  let starts = 0;
  let token = '';

  const launch = async (): Promise<Serving> => {
    const nowhere = ['lastfm-root', 'listenbrainz-root', 'ddns-root'].flatMap((flag) => [
      `--${flag}`,
      'http://127.0.0.1:9/',
    ]);
    const argv = ['--host', '127.0.0.1', '--port', '0', '--data', dataFolder, ...nowhere];
    const config = readConfig({ argv, environment: {}, workingFolder: folder.path });
    const fail = (error: unknown): void => {
      throw error;
    };
    const world = { log: silentLog, passwordCost: { memoryKib: 64, passes: 1 } };
    const tell = (): void => {
      starts += 1;
    };
    return serve(config, world, { tell, fail });
  };

  const current = () => {
    if (serving === undefined) throw new Error('nothing was started');
    return serving.current();
  };
  const call = (target: string, options: { body?: unknown; token?: string } = {}) =>
    createNetworkCaller(current().address)(target, options);

  const signIn = async (name: string): Promise<string> => {
    const { text } = await call('POST api/auth', { body: { username: name, password: `${name}-password` } });
    return (JSON.parse(text) as { token: string }).token;
  };

  const withState = <Result>(work: (state: Database.Database) => Result, file = 'state.db'): Result => {
    const state = new Database(join(dataFolder, file), { fileMustExist: true });
    try {
      return work(state);
    } finally {
      state.close();
    }
  };

  const insert = (table: string, row: Readonly<Record<string, unknown>>): void =>
    withState((state) => {
      const columns = Object.keys(row);
      const places = columns.map((column) => `@${column}`).join(', ');
      state.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(row);
    });

  return {
    folder,
    dataFolder,
    /** @throws when the server refuses to start */
    start: async (): Promise<void> => {
      serving = await launch();
    },
    stop: async (): Promise<void> => {
      await serving?.close();
    },
    current,
    /** How often a server has started. */
    starts: (): number => starts,
    call,
    signIn,
    signInAsAnna: async (): Promise<void> => {
      token = await signIn('anna');
    },
    asAnna: (target: string, body?: unknown) =>
      call(target, { token, ...(body === undefined ? {} : { body }) }),
    withState,
    insert,
  };
};

/** @see openDrill */
export type Drill = ReturnType<typeof openDrill>;
