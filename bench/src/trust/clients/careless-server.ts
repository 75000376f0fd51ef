import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server that clients are let loose on, in a process of its own. */
export interface Served extends AsyncDisposable {
  /** With a slash at its end. */
  readonly address: string;
  readonly pid: number;
}

/** What has to be found fault with. @param file what it sends to everybody who asks for sound */
export const startCarelessServer = async (file: string): Promise<Served> => {
  const program = join(import.meta.dirname, 'careless-server-process.ts');
  const child = spawn(process.execPath, ['--max-http-header-size=262144', program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    address: address.toString('utf8').trim(),
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    },
  };
};
