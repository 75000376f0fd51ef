import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { buildDemoSong } from './build-demo-song.ts';
import type { PlannedSong } from './song-plan.ts';

/** What a worker is asked to do: make one song, with the cover in `picture` if it is to be inside. */
export interface SongJob {
  song: PlannedSong;
  /** Of the host. */
  file: string;
  picture: Uint8Array | undefined;
  mime: string;
}

parentPort?.on('message', ({ song, file, picture, mime }: SongJob) => {
  const inside = picture && { data: Buffer.from(picture), mime };
  mkdirSync(dirname(file), { recursive: true });
  // Whoever looks into the folder meanwhile sees whole songs only.
  writeFileSync(`${file}.part`, buildDemoSong(song, inside));
  renameSync(`${file}.part`, file);
  parentPort?.postMessage('done');
});
