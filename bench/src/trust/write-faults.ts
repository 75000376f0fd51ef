import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct, tempFolder } from '@tonearm/testkit';
import { openState } from '../../../server/src/state/open-state.ts';
import type { BenchClient } from '../http-client.ts';
import { createActor, lostOf, stateOfActs } from './acknowledged.ts';
import { canTrace, NoStraceError } from './tracing.ts';
import { clientOf, eventually, prepare, songPath } from './trust-product.ts';

/** What the disk says instead of doing it. */
const diskErrors = ['ENOSPC', 'EIO'] as const;

/** What came of it. */
interface WriteFaultResult {
  readonly rounds: number;
  /** Calls of the system that were made to fail. */
  readonly injected: number;
  readonly acknowledged: number;
  /** How often each status was the answer. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly failures: readonly string[];
}

/** Refused in words: no room, or not possible now. */
const refusals = [503, 507];
/** A round ends when its call has failed, or after so many changes. */
const mostChanges = 120;

/** Makes one call of a running server fail, the n-th of those that change `state.db`. */
const injectInto = async (
  pid: number,
  { files, output, error, nth }: { files: readonly string[]; output: string; error: string; nth: string },
) => {
  const calls = 'pwrite64,fsync,fdatasync,ftruncate';
  const argv = [
    '-f',
    '-o',
    output,
    '-e',
    `trace=${calls}`,
    '-e',
    `inject=${calls}:error=${error}:when=${nth}`,
  ];
  const tracer = spawn('strace', [...argv, ...files.flatMap((file) => ['-P', file]), '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  tracer.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await eventually('looking at the server', () => /attached/.test(said));
  const count = (): number => readFileSync(output, 'latin1').split('(INJECTED)').length - 1;
  return {
    count,
    end: async (): Promise<number> => {
      tracer.kill('SIGINT');
      if (tracer.exitCode === null && tracer.signalCode === null) await once(tracer, 'exit');
      return count();
    },
  };
};

const stillReads = async (client: BenchClient): Promise<string[]> => {
  const bad: string[] = [];
  for (const path of ['playlists', 'browse', 'preferences', `audio/${encodeURIComponent(songPath(1))}`]) {
    const { status } = await client.send(path);
    if (status !== 200) bad.push(`${path} answered ${status}`);
  }
  return bad;
};

/** A server that says of everything that it was done. */
const boastful = (client: BenchClient): BenchClient => ({
  ...client,
  send: async (path, options) => {
    const answer = await client.send(path, options);
    return refusals.includes(answer.status) ? { ...answer, status: 200 } : answer;
  },
});

/**
 * Lets the n-th write or sync of `state.db` fail under a server that saves, for each n and error, and looks whether
 * it reads on, refuses in words, saves again and lost nothing.
 * @param options.lasting how many calls fail from the n-th on
 * @param options.isBoastful whether what is refused is told as done: the control, which must be red
 * @throws NoStraceError
 */
export const runWriteFaults = async (options: {
  nths: readonly number[];
  lasting?: number;
  isBoastful?: boolean;
}): Promise<WriteFaultResult> => {
  if (!canTrace()) throw new NoStraceError();
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const token = await prepare(dataFolder, folder.join('music'));
  const files = ['', '-wal', '-journal'].map((tail) => join(dataFolder, `state.db${tail}`));
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  let injected = 0;
  let rounds = 0;
  const product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  const actor = createActor(options.isBoastful === true ? boastful(client) : client, 'x');
  const change = async (): Promise<number> => {
    const status = await actor.next();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return status;
  };
  try {
    for (const error of diskErrors) {
      for (const nth of options.nths) {
        rounds += 1;
        const name = `${error} at the ${nth}. call`;
        const until = nth + (options.lasting ?? 1) - 1;
        const fault = await injectInto(product.pid, {
          files,
          output: folder.join('calls'),
          error,
          nth: `${nth}..${until}`,
        });
        for (let changes = 0; changes < mostChanges && fault.count() === 0; changes += 1) {
          const status = await change();
          if (status >= 300 && status !== 404 && !refusals.includes(status))
            failures.push(`${name}: a change was answered with ${status}`);
        }
        failures.push(...(await stillReads(client)).map((line) => `${name}: ${line}`));
        injected += await fault.end();
        await eventually(`${name}: saving again`, async () => (await change()) < 300);
      }
    }
  } finally {
    client.close();
    const code = await product.stop();
    if (code !== 0) failures.push(`the server ended with ${code}: ${product.lines.slice(-3).join(' | ')}`);
  }
  const state = openState(dataFolder);
  try {
    failures.push(...lostOf(actor.acts, stateOfActs(state.raw)));
    const sound = String(state.raw.pragma('integrity_check(1)', { simple: true }));
    if (sound !== 'ok') failures.push(sound);
  } finally {
    state.close();
  }
  const acknowledged = actor.acts.filter(({ ackedAtMs }) => ackedAtMs !== null).length;
  return { rounds, injected, acknowledged, statuses, failures };
};
