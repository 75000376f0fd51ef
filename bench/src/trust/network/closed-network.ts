import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../guide/pages.ts';

/** What came of it. */
interface ClosedNetworkResult {
  /** Reads of the contract that were asked for. */
  readonly reads: number;
  readonly failures: readonly string[];
  /** Addresses outside that the product talked to. */
  readonly outside: readonly string[];
  /** What a programme tried to reach that does call somebody: not empty, or nothing would be noticed. */
  readonly control: readonly string[];
}

/** Runs a command where there is no network but the machine itself. */
const inside = ['-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

/** @param restSeconds how long it is left alone at the end */
export const runClosedNetwork = async (restSeconds: number): Promise<ClosedNetworkResult> => {
  const script = join(import.meta.dirname, 'closed-network-process.ts');
  const { stdout } = await promisify(execFile)('unshare', [
    ...inside,
    process.execPath,
    script,
    String(restSeconds),
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ClosedNetworkResult;
};

/** Runs every journey there. @returns whether all passed */
export const runClosedJourneys = async (): Promise<boolean> => {
  const vitest = join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs');
  const argv = [process.execPath, vitest, 'run', '--config', 'e2e/vitest.config.ts'];
  const child = spawn('unshare', [...inside, ...argv], { cwd: projectFolder, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
};
