import { ffmpegHere } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createSongReader, type SongReading } from '../../../../server/src/features/tags/index.ts';
import { compareWithProbe } from './odd-files.ts';
import { recipes } from './recipes.ts';

const reader = createSongReader({ asksLibrary: true });
const some = recipes.filter(({ name }) => ['cover.mp3', 'in-ogg.oga', 'broadcast.wav'].includes(name));
const withCover = some.filter(({ name }) => name === 'cover.mp3');

/** As somebody would read who is wrong in a single thing. */
const spoiled =
  (change: (song: Extract<SongReading, { kind: 'song' }>['song']) => object) =>
  async (path: string, name: string): Promise<SongReading> => {
    const reading = await reader.read(path, name);
    return reading.kind === 'song'
      ? { ...reading, song: { ...reading.song, ...change(reading.song) } }
      : reading;
  };

it.skipIf(ffmpegHere() === null)(
  'finds nothing wrong with the reader of the product, and what is wrong with others',
  async () => {
    expect((await compareWithProbe(reader.read, some)).failures).toEqual([]);
    const wrong: Record<string, (path: string, name: string) => Promise<SongReading>> = {
      title: spoiled(({ title }) => ({ title: title?.normalize('NFD') ?? null })),
      artist: spoiled(() => ({ artists: [] })),
      'for 3': spoiled(({ durationMs }) => ({ durationMs: (durationMs ?? 0) + 400 })),
      'no picture': spoiled(() => ({ hasPicture: false })),
      'no song': async () => ({ kind: 'gone' }),
    };
    for (const [what, read] of Object.entries(wrong)) {
      const { failures } = await compareWithProbe(read, withCover, { isAsMade: true });
      expect([what, failures.some((failure) => failure.includes(what))]).toEqual([what, true]);
    }
  },
);
