import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CorrectionRule } from '@tonearm/contract';
import { buildSong, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { idText } from '../../../library/model/public-id.ts';
import { createCorrectionFacts } from '../../../library/read/corrections/correction-facts-store.ts';
import { ruleOf } from '../../corrections/rule-of.ts';
import { albumsPlainly, type PlainSong } from './test-album-plain.ts';
import { createTestScanner } from './test-scan.ts';

const seconds = process.env['STORM_SECONDS'];
const songCount = 9;
const folders = ['a', 'b', 'c', 'c/CD 1', 'c/CD 2'];

/** What a retag may say; the names of fields are those of {@link PlainSong}. */
const values = {
  album: fc.constantFrom('Picnic', 'picnic', 'Lunch', null),
  version: fc.constantFrom(null, null, 'Deluxe'),
  albumArtist: fc.constantFrom(null, 'Anna', 'ANNA', 'Bo'),
  artists: fc.constantFrom([], ['Anna'], ['Anna', 'Bo'], ['Bo']),
  year: fc.constantFrom(null, 1990, 2000, 2010),
  release: fc.constantFrom(null, null, null, 'r-1', 'r-2'),
  isCompilation: fc.constantFrom(false, false, true),
  comment: fc.constantFrom('', 'nice', 'loud'),
} as const satisfies Partial<{ [Field in keyof PlainSong]: fc.Arbitrary<PlainSong[Field]> }>;

const song = fc.record({ folder: fc.constantFrom(...folders), ...values });
const number = fc.nat(songCount - 1);
const change = fc.oneof(
  ...Object.entries(values).map(([field, value]) =>
    (value as fc.Arbitrary<unknown>).map((said) => ({ [field]: said }) as Partial<PlainSong>),
  ),
);
const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('retag' as const), number, change }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retagAll' as const), number, change }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      number,
      folder: fc.constantFrom(...folders),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), number, other: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), into: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('part' as const) }) },
);

/** Those who may become one, folded. */
const people = ['anna', 'bo'] as const;

type Deed = typeof deed extends fc.Arbitrary<infer Done> ? Done : never;

/** Songs in files that are retagged and moved between scans, and what is seen of them. */
const createAlbumStorm = (root: string, first: readonly Omit<PlainSong, 'number'>[]) => {
  const songs: PlainSong[] = first.map((one, at) => ({ ...one, number: at }));
  let clock = 1_000_000;
  const pathOf = ({ folder, number: of }: PlainSong): string => `${root}/${folder}/${of}.flac`;
  const write = (one: PlainSong): void => {
    const { data } = buildSong({
      format: 'flac',
      seconds: 0.2,
      pitchHz: 300 + 40 * one.number,
      tags: {
        title: `Song ${one.number}`,
        artists: [...one.artists],
        ...(one.album === null ? {} : { album: one.album }),
        ...(one.albumArtist === null ? {} : { albumArtists: [one.albumArtist] }),
        ...(one.year === null ? {} : { year: one.year }),
        compilation: one.isCompilation,
        comments: {
          ...(one.version === null ? {} : { ALBUMVERSION: [one.version] }),
          ...(one.release === null ? {} : { MUSICBRAINZ_ALBUMID: [one.release] }),
          ...(one.comment === '' ? {} : { COMMENT: [one.comment] }),
        },
      },
    });
    mkdirSync(dirname(pathOf(one)), { recursive: true });
    writeFileSync(pathOf(one), data);
    clock += 1;
    utimesSync(pathOf(one), clock, clock);
  };
  for (const one of songs) write(one);
  return {
    songs: (): readonly PlainSong[] => songs,
    retag: (of: number, said: Partial<PlainSong>): void => {
      songs[of] = { ...(songs[of] as PlainSong), ...said };
      write(songs[of]);
    },
    move: (of: number, folder: string): void => {
      const before = songs[of] as PlainSong;
      songs[of] = { ...before, folder };
      mkdirSync(dirname(pathOf(songs[of])), { recursive: true });
      renameSync(pathOf(before), pathOf(songs[of]));
    },
  };
};

const runStorm = async (
  root: string,
  first: readonly Omit<PlainSong, 'number'>[],
  deeds: readonly Deed[],
) => {
  const storm = createAlbumStorm(`${root}/music`, first);
  await using test = createTestScanner(`${root}/data`);
  test.sources = [{ name: 'M', realPath: `${root}/music` }];
  const rows = test.library.prepare(`SELECT CAST(replace(songs.name, '.flac', '') AS INTEGER) AS number,
      hex(songs.public_id) AS id, albums.public_id AS album FROM songs LEFT JOIN albums ON albums.id = album_id
    WHERE missing_since_ms IS NULL ORDER BY 1`);
  const seen = () => rows.all() as { number: number; id: string; album: Buffer | null }[];
  const albumsSeen = (): Map<string, number[]> => {
    const found = new Map<string, number[]>();
    for (const { number: of, album } of seen())
      if (album !== null) found.set(idText(album), [...(found.get(idText(album)) ?? []), of]);
    return found;
  };
  const idsKnown = new Map<string, string>();
  /** Merges of artists that hold, and what names they give to whom. */
  let merged: { rule: CorrectionRule; from: string; into: string } | null = null;
  const asSaid = (): readonly PlainSong[] => {
    if (merged === null) return storm.songs();
    const { from, into } = merged;
    const named = (name: string): string => (name.toLowerCase() === from ? into : name);
    return storm.songs().map((one) => ({
      ...one,
      albumArtist: one.albumArtist === null ? null : named(one.albumArtist),
      artists: one.artists.map(named),
    }));
  };
  const held = (): CorrectionRule[] => (merged === null ? [] : [merged.rule]);
  let songIds: string[] | null = null;

  /** Songs keep their ids, albums are those of the plain rules, and what they are known by leads to one id for ever. */
  const check = (): void => {
    const ids = seen().map(({ id }) => id);
    songIds ??= ids;
    expect(ids).toEqual(songIds);
    const found = albumsSeen();
    const plain = albumsPlainly(asSaid());
    expect([...found.values()].map(String).toSorted()).toEqual(
      plain.map(({ songs }) => String(songs)).toSorted(),
    );
    for (const [id, of] of found) {
      const { knownBy } = plain.find(({ songs }) => String(songs) === String(of)) ?? { knownBy: null };
      if (knownBy === null) continue;
      expect([knownBy, idsKnown.get(knownBy) ?? id]).toEqual([knownBy, id]);
      idsKnown.set(knownBy, id);
    }
    expect(new Set(idsKnown.values()).size).toBe(idsKnown.size);
  };

  /** Two albums become one under the id of the second, whatever is scanned, and two again when that is taken back. */
  const join = async (one: Buffer, other: Buffer): Promise<void> => {
    const [from, into] = [idText(one), idText(other)];
    const before = albumsSeen();
    const both = [...(before.get(from) ?? []), ...(before.get(into) ?? [])].toSorted((a, b) => a - b);
    const { rule } = await ruleOf(
      { kind: 'join_albums', albums: [from], into },
      createCorrectionFacts(test.library),
    );
    const expectJoined = (): void => expect(albumsSeen().get(into)).toEqual(both);
    test.corrections = [...held(), rule];
    await test.settle();
    expectJoined();
    storm.retag(both[0] ?? 0, { comment: `joined ${both.length}` });
    await test.scan();
    expectJoined();
    test.corrections = held();
    await test.settle();
    expect(albumsSeen()).toEqual(before);
  };

  const artist = test.library
    .prepare<[string], Buffer>('SELECT public_id FROM artists WHERE key = ?')
    .pluck();
  /** Whatever stands on songs of one artist is the other's from now on. */
  const merge = async (from: string, into: string): Promise<void> => {
    const ids = [artist.get(from), artist.get(into)];
    const [fromId, intoId] = ids;
    if (merged !== null || fromId === undefined || intoId === undefined) return;
    const { rule } = await ruleOf(
      { kind: 'merge_artists', artists: [idText(fromId)], into: idText(intoId) },
      createCorrectionFacts(test.library),
    );
    merged = { rule, from, into };
    test.corrections = held();
    await test.settle();
    expect(artist.get(from)).toBe(undefined);
    expect(artist.get(into)).toEqual(intoId);
  };

  await test.scan();
  check();
  for (const one of deeds) {
    switch (one.kind) {
      case 'retag':
        storm.retag(one.number, one.change);
        break;
      case 'retagAll': {
        const { album } = storm.songs()[one.number] ?? { album: null };
        for (const { album: of, number: at } of storm.songs()) if (of === album) storm.retag(at, one.change);
        break;
      }
      case 'move':
        storm.move(one.number, one.folder);
        break;
      case 'join': {
        await test.scan();
        const [from, into] = [seen()[one.number]?.album, seen()[one.other]?.album];
        if (from && into && !from.equals(into)) await join(from, into);
        break;
      }
      case 'merge':
        await test.scan();
        await merge(people[1 - one.into] ?? '', people[one.into] ?? '');
        check();
        break;
      case 'part':
        await test.scan();
        merged = null;
        test.corrections = [];
        await test.settle();
        check();
        break;
      default:
        one satisfies never;
    }
    await test.scan();
    check();
  }
};

it('joins an album without a year, and not another of the same names that lies elsewhere', async () => {
  await using folder = await tempFolder();
  const plain = {
    ...{ folder: 'a', album: 'Picnic', version: null, albumArtist: 'Anna', artists: [], year: null },
    ...{ release: null, isCompilation: false, comment: '' },
  };
  const lunch = { ...plain, folder: 'c', album: 'Lunch' };
  await runStorm(
    folder.path,
    [plain, { ...plain, folder: 'b' }, lunch],
    [{ kind: 'join', number: 2, other: 0 }],
  );
});

it('albums are what the rules say, and keep their ids, through retags, moves, joins, merges and what takes them back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(song, { minLength: songCount, maxLength: songCount }),
      fc.array(deed, { minLength: 1, maxLength: 10, size: 'max' }),
      async (first, deeds) => {
        await using folder = await tempFolder();
        await runStorm(folder.path, first, deeds);
      },
    ),
    seconds === undefined
      ? { numRuns: 15 }
      : { numRuns: 1_000_000, interruptAfterTimeLimit: Number(seconds) * 1000 },
  );
}, 3_600_000);
