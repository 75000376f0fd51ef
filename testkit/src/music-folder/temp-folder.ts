import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder that goes away with the scope that asked for it. */
export interface TempFolder extends AsyncDisposable {
  /** Absolute, without symbolic links in it. */
  path: string;
  /** The absolute path of something inside. */
  join: (...parts: string[]) => string;
}

/** Makes a folder below the system's own for temporary files: `await using folder = await tempFolder()`. */
export async function tempFolder(): Promise<TempFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'tonearm-')));
  return {
    path,
    join: (...parts) => join(path, ...parts),
    // A test may have taken rights away or left a writer behind for a moment: try a few times.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}
