import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startProduct, tempFolder } from '@tonearm/testkit';

/** A server that is flooded, in a process of its own. */
export interface FloodTarget {
  readonly apiRoot: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** What `npm start` sets. */
const frugalAllocator = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The product, empty, as `npm start` starts it. */
export const startFloodedProduct = async (): Promise<FloodTarget> => {
  const folder = await tempFolder();
  const product = await startProduct({
    dataFolder: folder.path,
    argv: ['--log-level', 'error'],
    environment: frugalAllocator,
  });
  return {
    apiRoot: new URL('api/', product.address).href,
    pid: product.pid,
    stop: async () => {
      await product.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
};

/** What the flood has to find fault with: `naive-server-process.ts`, with a heap that no machine minds. */
export const startNaiveServer = async (): Promise<FloodTarget> => {
  const file = fileURLToPath(new URL('./naive-server-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--max-old-space-size=1024', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    apiRoot: address.toString('utf8').trim(),
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    },
  };
};
