import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDiscFolder, isHidden, isSystemFolder } from '../../../platform/paths/folder-names.ts';
import { isInside } from '../../../platform/paths/real-path.ts';
import { createScanWishes } from '../../scanner/scan-wishes.ts';
import { pathKeyOf } from '../first-seen/path-key.ts';
import { matchMoves } from '../settle/match-moves.ts';
import { createEntriesKey } from '../walk/entries-key.ts';
import { planFolder } from '../walk/folder-plan.ts';
import type { FolderListing } from '../walk/read-folder.ts';
import { showNames } from '../walk/shown-names.ts';

describe('the key of what is in a folder', () => {
  type Entry = [kind: number, name: string, sizeBytes: number, mtimeUs: number];
  const keyOf = (entries: readonly Entry[]): number => {
    const key = createEntriesKey();
    for (const entry of entries) key.add(...entry);
    return key.value();
  };
  const entry: fc.Arbitrary<Entry> = fc.tuple(fc.nat(4), fc.string(), fc.maxSafeNat(), fc.maxSafeNat());

  it('does not depend on the order, and changes with any of it', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1 }), entry, (entries, other) => {
        expect(keyOf(entries.toReversed())).toBe(keyOf(entries));
        expect(keyOf([...entries, other])).not.toBe(keyOf(entries));
        expect(Number.isSafeInteger(keyOf(entries))).toBe(true);
      }),
    );
  });

  it('tells times apart by the microsecond, and sizes by the byte', () => {
    expect(keyOf([[1, 'a', 5, 1_700_000_000_000_001]])).not.toBe(keyOf([[1, 'a', 5, 1_700_000_000_000_002]]));
    expect(keyOf([[1, 'a', 5, 7]])).not.toBe(keyOf([[1, 'a', 6, 7]]));
    expect(keyOf([[1, 'a', 5, 7]])).not.toBe(keyOf([[1, 'a', 7, 5]]));
  });
});

describe('names', () => {
  it.each(['CD 1', 'cd01', 'Disc 2', 'disk2', 'Album (Disc 1)', 'Album [CD 2]', 'Vinyl A', 'LP 1 - Side'])(
    'knows the disc folder %s',
    (name) => expect(isDiscFolder(name)).toBe(true),
  );

  it.each(['Discography', 'CDs', 'Disco Fever', 'Abcd 1', 'Side Effects', 'CD 100', 'Lps'])(
    'knows that %s is none',
    (name) => expect(isDiscFolder(name)).toBe(false),
  );

  it('knows what to leave out', () => {
    expect(['.x', '..x', '._song.mp3'].every(isHidden)).toBe(true);
    expect(['@eaDir', '#recycle', '$RECYCLE.BIN', 'lost+found'].every(isSystemFolder)).toBe(true);
    expect(isSystemFolder('recycle')).toBe(false);
  });

  it('are shown each under a name of its own, the same whatever the order', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 6 }).map((name) => Buffer.from(name));
    fc.assert(
      fc.property(fc.uniqueArray(bytes, { selector: (name) => name.toString('hex') }), (names) => {
        const shown = showNames(names);
        expect(new Set(shown.map(({ name }) => name)).size).toBe(names.length);
        expect(showNames(names.toReversed()).toReversed()).toEqual(shown);
        for (const [index, { name, realName }] of shown.entries()) {
          expect(realName ?? Buffer.from(name)).toEqual(names[index]);
        }
      }),
    );
  });
});

describe('a path', () => {
  it('is inside a folder only at a border of names', () => {
    const inside = (path: string, folder: string) => isInside(Buffer.from(path), Buffer.from(folder));
    expect(inside('/music/a', '/music')).toBe(true);
    expect(inside('/music', '/music')).toBe(true);
    expect(inside('/musical', '/music')).toBe(false);
    expect(inside('/anything', '/')).toBe(true);
    expect(inside('/', '/music')).toBe(false);
  });

  it('has a key that never changes, because it is stored', () => {
    expect(Buffer.from(pathKeyOf('Music/Ä/song.mp3')).toString('hex')).toBe('c07bec2f08bde1b7');
  });
});

describe('the plan of a folder', () => {
  const listing = (part: Partial<FolderListing>): FolderListing => ({
    kind: 'listed',
    songs: [],
    pictures: [],
    folders: [],
    unknown: [],
    notFiles: [],
    entriesKey: 1,
    ...part,
  });
  const known = { id: 7, name: 'a.mp3', realName: null, sizeBytes: 1, mtimeUs: 1, isMissing: false };
  const nothing = { songs: [], pictures: [], problems: [], folders: [] };

  it('keeps what is there but cannot be looked at', () => {
    const unknown = (name: string) => ({ name, reason: 'entry_forbidden' as const });
    const plan = planFolder(listing({ unknown: [unknown('a.mp3'), unknown('sub')] }), {
      ...nothing,
      songs: [known],
      folders: [{ id: 3, name: 'sub', isMissing: false }],
    });
    expect(plan).toMatchObject({ toRead: [], vanishedSongs: [], vanishedFolders: [] });
  });

  it('does not read a file again that was a problem and is unchanged', () => {
    const file = { name: 'a.mp3', realName: null, sizeBytes: 1, mtimeUs: 1, isDue: false };
    expect(planFolder(listing({ songs: [file] }), { ...nothing, problems: [file] }).toRead).toEqual([]);
    expect(
      planFolder(listing({ songs: [{ ...file, mtimeUs: 2 }] }), { ...nothing, problems: [file] }).toRead,
    ).toHaveLength(1);
  });
});

describe('matching what went with what is new', () => {
  const key = (text: string | null) => (text === null ? null : Buffer.from(text));
  const traced = (name: string, content: string | null, sound: string | null = null) => ({
    name,
    contentKey: key(content),
    soundKey: key(sound),
  });
  const pairs = (
    ...input: Parameters<typeof matchMoves<ReturnType<typeof traced>, ReturnType<typeof traced>>>
  ) => matchMoves(...input).map(({ origin, target }) => `${origin.name}→${target.name}`);

  it('goes by the same bytes first, then by the same sound', () => {
    const went = [traced('a', '1', 's'), traced('b', '2', 's')];
    expect(pairs([went], [traced('x', '2', 's'), traced('y', '3', 's')])).toEqual(['b→x', 'a→y']);
  });

  it('does not guess', () => {
    expect(pairs([[traced('a', '1'), traced('b', '1')]], [traced('x', '1')])).toEqual([]);
    expect(pairs([[traced('a', '1')]], [traced('x', '1'), traced('y', '1')])).toEqual([]);
    expect(pairs([[traced('a', null)]], [traced('x', null)])).toEqual([]);
  });

  it('does not guess for what went long ago when two that went just now could be meant', () => {
    const now = [traced('a', '1', 's'), traced('b', '1', 's')];
    const before = [traced('before', '1', 's'), traced('other', '2', 's')];
    expect(pairs([now, before], [traced('x', '1', 's'), traced('y', '2', 't')])).toEqual(['other→y']);
  });

  it('prefers what went just now to what went long ago, and uses each target once', () => {
    expect(pairs([[traced('now', '1')], [traced('before', '1')]], [traced('x', '1')])).toEqual(['now→x']);
  });
});

describe('wishes for scans', () => {
  it('collapse into one', () => {
    const wishes = createScanWishes();
    expect(wishes.take()).toBeNull();
    wishes.folders(['M/a', 'M/b']);
    wishes.folders(['M/a']);
    expect(wishes.take()).toEqual({ folders: ['M/a', 'M/b'], forget: [], retry: [] });
    wishes.folders(['M/a']);
    wishes.everything();
    wishes.forget('M');
    expect(wishes.hasAny()).toBe(true);
    expect(wishes.take()).toEqual({ folders: null, forget: ['M'], retry: [] });
    wishes.retry(['M/a/x.mp3']);
    expect(wishes.take()).toEqual({ folders: ['M/a/x.mp3'], forget: [], retry: ['M/a/x.mp3'] });
    wishes.retry(null);
    expect(wishes.take()).toEqual({ folders: null, forget: [], retry: null });
    wishes.folders(Array.from({ length: 5000 }, (_, index) => `M/${index}`));
    expect(wishes.take()?.folders).toBeNull();
    wishes.everything();
    wishes.clear();
    expect(wishes.take()).toBeNull();
  });
});
