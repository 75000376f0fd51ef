import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The ffmpeg that tests of converting and measuring run: the one the environment names (FFMPEG), else that of the PATH.
 * @returns null where there is none; such tests are then skipped, which `npm test` says
 */
export const ffmpegHere = (): string | null => {
  const named = process.env['FFMPEG'];
  if (named !== undefined && existsSync(named)) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'ffmpeg')).find((path) => existsSync(path)) ?? null;
};
