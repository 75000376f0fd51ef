import type { Correction } from '@tonearm/contract';
import { library, type TempFolder, tempFolder } from '@tonearm/testkit';
import { openTestState } from '../../../test/test-state.ts';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { createTestScanner, type TestScanner } from '../scan/tests/test-scan.ts';
import { type Corrections, createCorrections } from './corrections.ts';

const openScanner = (folder: TempFolder): TestScanner => {
  const test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'M', realPath: folder.join('music') }];
  return test;
};

const page = { offset: 0, limit: 100 };

/** What lists show of the library of a scanner. */
const createLists = (scannerNow: () => TestScanner) => {
  const reading = () => createEmbeddedReading({ raw: scannerNow().library });
  const artists = async () => (await reading().music.artists(page)).entries;
  const genres = async () => (await reading().music.genres({ ...page, order: 'name' })).entries;
  const albums = async () => (await reading().music.albums({ ...page, order: 'title' })).entries;
  const rowsOf = (sql: string) => scannerNow().library.prepare(sql).all();
  return {
    reading,
    artists,
    genres,
    albums,
    shownAlbums: async () =>
      (await albums()).map(
        ({ title, artistText, year, kind, songCount }) =>
          `${title} | ${artistText} | ${year} | ${kind} | ${songCount}`,
      ),
    artist: async (name: string): Promise<string> =>
      (await artists()).find((one) => one.name === name)?.id ?? `no ${name}`,
    album: async (title: string): Promise<string> =>
      (await albums()).find((one) => one.title === title)?.id ?? `no ${title}`,
    genre: async (name: string): Promise<string> =>
      (await genres()).find((one) => one.name === name)?.id ?? `no ${name}`,
    /** All that lists show: what an undo has to bring back. */
    everything: async () => [
      await artists(),
      await genres(),
      await albums(),
      rowsOf('SELECT name, title, wire, as_read, public_id FROM songs ORDER BY name'),
      rowsOf(
        'SELECT virtual_path, album, artist, year, song_count, total_song_count FROM directories ORDER BY 1',
      ),
    ],
  };
};

const writeSongs = (folder: TempFolder) =>
  library()
    .song('A/1.mp3', { title: 'One', artist: 'Beatels', album: 'Help', year: 1965, genre: 'Rock' })
    .song('A/2.mp3', { title: 'Two', artist: 'Beatels feat. Bo', album: 'Help', year: 1965, genre: 'Rok' })
    .song('B/3.mp3', { title: 'Three', artist: 'The Beatles', album: 'Help!', year: 1966, genre: 'Pop' })
    .song('C/4.mp3', { title: 'Four', artist: 'Anna + Bo', album: 'Duo', year: 2001, genre: 'Pop' })
    .writeTo(folder.join('music'));

/** Four songs that were scanned, whose names somebody corrects. */
export const openTestCorrections = async () => {
  const folder = await tempFolder();
  const opened: (() => void)[] = [];
  let nowMs = 1000;
  await writeSongs(folder);
  let scanner = openScanner(folder);
  await scanner.scan();
  const lists = createLists(() => scanner);
  const state = openTestState(folder.join('data'));
  opened.push(() => state.close());
  const corrections: Corrections = await createCorrections({
    state,
    facts: lists.reading().corrections,
    events: createEvents<AppEvents>((error) => {
      throw error;
    }),
    clock: { nowMs: () => nowMs },
  });
  const settle = async (): Promise<void> => {
    scanner.corrections = corrections.rules();
    await scanner.settle();
  };
  return {
    ...lists,
    folder,
    /** What is closed at the end. */
    opened,
    corrections,
    settle,
    nowMs: () => nowMs,
    scanner: () => scanner,
    /** Makes the library anew, of which nothing is left. */
    openScanner: (): void => {
      scanner = openScanner(folder);
    },
    scan: async (): Promise<void> => {
      scanner.corrections = corrections.rules();
      await scanner.scan();
    },
    make: async (change: Correction): Promise<number> => {
      nowMs += 1;
      const id = await corrections.make(change, 'anna');
      await settle();
      return id;
    },
    undo: async (id: number): Promise<void> => {
      await corrections.undo(id);
      await settle();
    },
    [Symbol.asyncDispose]: async () => {
      await scanner[Symbol.asyncDispose]();
      for (const close of opened) close();
      await folder[Symbol.asyncDispose]();
    },
  };
};

/** @see openTestCorrections */
export type TestCorrections = Awaited<ReturnType<typeof openTestCorrections>>;
