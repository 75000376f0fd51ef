import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSongReader, type SongReading } from './read-song.ts';
import { readSongPicture } from './song-inside.ts';
import type { ReadSong, SongTags } from './song-tags.ts';

/** Reads files that a test makes up. */
export interface TestReader extends Disposable {
  /** Writes the bytes under a name and reads them, with the library for what our own readers leave to it. */
  read(name: string, bytes: Buffer): Promise<SongReading>;
  /** As `read`, and it has to be a song, beside which its tags stand. */
  song(name: string, bytes: Buffer): Promise<ReadSong & SongTags>;
  /** Reads with our own readers only. */
  own(name: string, bytes: Buffer): Promise<SongReading>;
  /** The picture inside. */
  picture(bytes: Buffer): Promise<Buffer | null>;
}

/** Makes a reader over a temporary folder. */
export const createTestReader = (): TestReader => {
  const folder = mkdtempSync(join(tmpdir(), 'tags-'));
  const both = createSongReader({ asksLibrary: true });
  const own = createSongReader({ asksLibrary: false });
  const write = (name: string, bytes: Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const read = (name: string, bytes: Buffer) => both.read(write(name, bytes), name);
  return {
    read,
    picture: async (bytes) => {
      const descriptor = openSync(write('picture', bytes), 'r');
      try {
        return await readSongPicture({ descriptor, sizeBytes: bytes.length });
      } finally {
        closeSync(descriptor);
      }
    },
    own: (name, bytes) => own.read(write(name, bytes), name),
    song: async (name, bytes) => {
      const reading = await read(name, bytes);
      if (reading.kind !== 'song') throw new Error(`${name}: ${JSON.stringify(reading)}`);
      return { ...reading.song, ...reading.song.tags };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
};
