import { mostEditedEntries } from '@tonearm/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { createPlaylistEdits, partsOf } from './playlist-edits.ts';
import { chunkLength, type OpenedPlaylist } from './playlists.ts';

const changed = (): AppError => new AppError('playlist_changed', 'Somebody was quicker.');
const playlist = { userId: 1, name: 'Mix' };

/** One playlist, or none, that others save `rivals` times just before it is saved here. */
const editsOver = (stored: readonly string[] | null, { rivals = 0, trouble = changed } = {}) => {
  let tracks = stored;
  let contentId = 7;
  const saves: (number | null | undefined)[] = [];
  const opened = (): OpenedPlaylist => ({
    contentId,
    chunkCount: Math.ceil((tracks?.length ?? 0) / chunkLength),
    entryCount: tracks?.length ?? 0,
    readChunk: async () => [],
    readAll: async () => tracks ?? [],
  });
  const playlists: Parameters<typeof createPlaylistEdits>[0] = {
    openToRead: async () => opened(),
    findToRead: async () => (tracks === null ? null : opened()),
    replace: async ({ parts, expectedContentId }) => {
      saves.push(expectedContentId);
      if (saves.length <= rivals) throw trouble();
      const saved: string[] = [];
      for await (const { count, json } of parts) {
        const some = JSON.parse(json.toString()) as string[];
        expect(some).toHaveLength(count);
        saved.push(...some);
      }
      tracks = saved;
      contentId += 1;
      return { contentId };
    },
  };
  return { edits: createPlaylistEdits(playlists), saves, tracks: () => tracks };
};

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

const path = fc.constantFrom('a', 'b', 'c', 'd');

it('adds as a plain list does, and saves only where something is added', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.option(fc.array(path, { maxLength: 6 })),
      fc.array(path, { maxLength: 5 }),
      fc.constantFrom('ask' as const, 'skip' as const, 'add' as const),
      async (before, tracks, repeats) => {
        const { edits, saves, tracks: after } = editsOver(before);
        const already = tracks.filter((each) => before?.includes(each) === true).length;
        const fresh = [...new Set(tracks)].filter((each) => before?.includes(each) !== true);
        const asksFirst = repeats === 'ask' && already > 0;
        const added = asksFirst ? [] : repeats === 'skip' ? fresh : tracks;
        expect(await edits.add(playlist, { tracks, repeats })).toEqual({ added: added.length, already });
        expect(after()).toEqual(added.length === 0 ? before : [...(before ?? []), ...added]);
        expect(saves).toEqual(added.length === 0 ? [] : [before === null ? null : 7]);
      },
    ),
  );
});

it('adds after others up to five times, and gives up at once for any other trouble', async () => {
  const addition = { tracks: ['x'], repeats: 'add' } as const;
  const late = editsOver(['a'], { rivals: 4 });
  expect(await late.edits.add(playlist, addition)).toEqual({ added: 1, already: 0 });
  expect([late.saves.length, late.tracks()]).toEqual([5, ['a', 'x']]);
  const tooLate = editsOver(['a'], { rivals: 5 });
  expect(await codeOf(tooLate.edits.add(playlist, addition))).toBe('playlist_changed');
  expect([tooLate.saves.length, tooLate.tracks()]).toEqual([5, ['a']]);
  for (const trouble of [() => new AppError('quota_exceeded', 'full'), () => new Error('broken')]) {
    const stuck = editsOver(['a'], { rivals: 1, trouble: trouble as () => AppError });
    expect(await codeOf(stuck.edits.add(playlist, addition))).not.toBe('done');
    expect(stuck.saves).toHaveLength(1);
  }
});

it('edits lists up to a length, and only those that are as they were read', async () => {
  const most = Array.from({ length: mostEditedEntries }, (_, at) => String(at));
  const { edits, tracks } = editsOver(most);
  expect((await edits.read(playlist)).revision).toBe(7);
  const entries = [{ at: 0, path: '0' }];
  expect(await codeOf(edits.edit(playlist, { revision: 6, edit: { kind: 'remove', entries } }))).toBe(
    'playlist_changed',
  );
  expect(tracks()).toEqual(most);
  expect(await edits.edit(playlist, { revision: 7, edit: { kind: 'remove', entries } })).toBe(8);
  expect(tracks()).toEqual(most.slice(1));
  const long = editsOver([...most, 'one more']);
  for (const work of [
    long.edits.read(playlist),
    long.edits.add(playlist, { tracks: ['x'], repeats: 'add' }),
    long.edits.edit(playlist, { revision: 7, edit: { kind: 'remove', entries } }),
  ])
    expect(await codeOf(work)).toBe('playlist_too_long');
});

it('saves entries in rows of a thousand', async () => {
  for (const length of [0, 1, 999, 1000, 1001, 2000]) {
    const counts: number[] = [];
    const all: string[] = [];
    for await (const { count, json } of partsOf(Array.from({ length }, (_, at) => String(at)))) {
      counts.push(count);
      all.push(...(JSON.parse(json.toString()) as string[]));
    }
    expect(all).toEqual(Array.from({ length }, (_, at) => String(at)));
    expect(counts.slice(0, -1).every((count) => count === 1000)).toBe(true);
    expect(counts).toHaveLength(Math.ceil(length / 1000));
  }
});
