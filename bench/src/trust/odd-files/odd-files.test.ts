import { ffmpegHere } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createSongReader, type SongReading } from '../../../../server/src/features/tags/index.ts';
import { compareWithProbe } from './odd-files.ts';
import { recipes } from './recipes.ts';

const reader = createSongReader({ asksLibrary: true });
const called = (...names: string[]) => recipes.filter(({ name }) => names.includes(name));
const withCover = called('cover.mp3');

/** As somebody would read who is wrong in a single thing. */
const spoiled =
  (change: (song: Extract<SongReading, { kind: 'song' }>['song']) => object) =>
  async (path: string, name: string): Promise<SongReading> => {
    const reading = await reader.read(path, name);
    return reading.kind === 'song'
      ? { ...reading, song: { ...reading.song, ...change(reading.song) } }
      : reading;
  };

it.skipIf(ffmpegHere() === null /* none could be found or installed, as was said */)(
  'finds nothing wrong with the reader of the product, and what is wrong with others',
  async () => {
    const spoiledToo = await compareWithProbe(reader.read, called('in-ogg.oga'));
    expect(spoiledToo.failures).toEqual([]);
    const asMade = await compareWithProbe(reader.read, called('cover.mp3', 'broadcast.wav'), {
      isAsMade: true,
    });
    expect(asMade.failures).toEqual([]);
    expect(spoiledToo.files).toBeGreaterThan(5);
    const wrong: Record<string, (path: string, name: string) => Promise<SongReading>> = {
      title: spoiled(({ tags }) => ({ tags: { ...tags, title: tags.title?.normalize('NFD') ?? null } })),
      artist: spoiled(({ tags }) => ({ tags: { ...tags, artists: [] } })),
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
