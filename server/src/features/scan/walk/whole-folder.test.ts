import { describe, expect, it } from 'vitest';
import { noTags, type ReadRow, readingKinds, rowOfProblem } from '../reading/read-batch.ts';
import type { SourceScan } from '../scan-context.ts';
import { rowsPerPart } from '../write/song-writer.ts';
import type { FolderVisit } from './folder-visit.ts';
import type { FolderListing } from './read-folder.ts';
import { wholeFolder } from './whole-folder.ts';

const row: ReadRow = {
  ...rowOfProblem('reader_failed'),
  kind: readingKinds.song,
  reason: null,
  tags: noTags,
};

const listingOf = (count: number): FolderListing => ({
  kind: 'listed',
  songs: Array.from({ length: count }, (_, at) => ({
    name: `${at}.mp3`,
    realName: null,
    sizeBytes: 1,
    mtimeUs: 1,
  })),
  pictures: [],
  folders: [],
  unknown: [],
  notFiles: [],
  entriesKey: 5,
});

const visit: FolderVisit = {
  source: {} as SourceScan,
  id: null,
  parentId: 1,
  name: 'A',
  realName: null,
  virtualPath: 'M/A',
  realPath: '/m/A',
  chain: { realPath: '/m/A', parent: null } as unknown as FolderVisit['chain'],
  entriesKey: null,
  isMissing: false,
  isDeep: true,
};

const context: Parameters<typeof wholeFolder>[0] = {
  firstSeen: {
    of: (path, enteredAt) => enteredAt + path.length,
    move: () => {},
    forget: () => {},
    flush: () => {},
  },
  refresh: {
    artworkOf: ({ embedding }) => ({ picturePath: null, artworkPath: embedding() }),
    songs: () => {},
    pictures: () => {},
    ownPicture: () => {},
  },
  rules: {
    corrector: { isEmpty: true, aliases: new Map(), tags: (tags) => tags, isHidden: () => false },
  },
};

describe('a folder that is new', () => {
  it('is known before it is written', () => {
    const rows = [row, { ...row, hasPicture: 1 as const }];
    expect(wholeFolder(context, visit, { listing: listingOf(2), rows, enteredAt: 100 })).toEqual({
      details: {
        entriesKey: 5,
        summary: {
          ...{ songCount: 2, newestSongAt: 109, isAlbum: false, album: null, artist: null, year: null },
          hasPictures: true,
        },
        artwork: { picturePath: null, artworkPath: '1.mp3' },
      },
      dates: [109, 109],
    });
  });

  it('is not where its songs are written in parts', () => {
    const found = (count: number) =>
      wholeFolder(context, visit, {
        listing: listingOf(count),
        rows: Array.from({ length: count }, () => row),
        enteredAt: 100,
      });
    expect(found(rowsPerPart)?.dates).toHaveLength(rowsPerPart);
    expect(found(rowsPerPart + 1)).toBeNull();
  });

  it('is not where not all of it was read', () => {
    const listing = listingOf(1);
    expect(wholeFolder(context, visit, { listing, rows: [], enteredAt: 100 })).toBeNull();
    expect(
      wholeFolder(context, visit, { listing, rows: [rowOfProblem('reader_failed')], enteredAt: 100 }),
    ).toBeNull();
  });
});
