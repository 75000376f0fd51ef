import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BenchClient, createBenchClient } from './http-client.ts';

/** Bare node:http in a process of its own. */
export interface BareServer extends AsyncDisposable {
  readonly client: BenchClient;
  /** Address of a file below the `folder`th folder. */
  pathOf(folder: number, file: string): string;
}

/** Starts the baseline over some folders; see cli/bare-server. */
export const startBare = async (folders: readonly string[]): Promise<BareServer> => {
  const program = join(import.meta.dirname, 'cli', 'bare-server.ts');
  const child = spawn(process.execPath, [program, ...folders], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const client = createBenchClient(`http://127.0.0.1:${port}/`);
  return {
    client,
    pathOf: (folder, file) => `${folder}/${encodeURIComponent(file)}`,
    [Symbol.asyncDispose]: async () => {
      client.close();
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
};
