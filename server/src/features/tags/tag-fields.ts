/** Where a tag comes from. Names are compared without case in all but `id3` and `mp4`. */
export type TagFamily = 'id3' | 'vorbis' | 'mp4' | 'ape' | 'riff' | 'aiff' | 'asf' | 'matroska' | 'id3v1';

/** One field of a song: whether it is a list, and its names per family, the first that has a value wins. */
export interface TagField {
  readonly isList: boolean;
  readonly kind: 'text' | 'genre' | 'position' | 'year';
  readonly names: Readonly<Partial<Record<TagFamily, readonly string[]>>>;
}

const itunes = (name: string) => `----:com.apple.iTunes:${name}`;

/**
 * Every field that is read. To add one: a line here, its place in SongTags, and the contract.
 * Names of id3 are of version 2.3/2.4, then of 2.2; `TXXX:` is a frame with that description.
 */
export const tagFields = {
  title: {
    isList: false,
    kind: 'text',
    names: {
      id3: ['TIT2', 'TT2'],
      vorbis: ['TITLE'],
      mp4: ['©nam', itunes('TITLE')],
      ape: ['TITLE'],
      riff: ['INAM', 'TITL'],
      aiff: ['NAME'],
      asf: ['TITLE'],
      matroska: ['TRACK:TITLE', 'TITLE', 'SEGMENT:TITLE'],
      id3v1: ['TITLE'],
    },
  },
  album: {
    isList: false,
    kind: 'text',
    names: {
      id3: ['TALB', 'TAL'],
      vorbis: ['ALBUM'],
      mp4: ['©alb', itunes('ALBUM')],
      ape: ['ALBUM'],
      riff: ['IPRD', 'PRDT'],
      asf: ['WM/ALBUMTITLE'],
      matroska: ['ALBUM:TITLE', 'ALBUM'],
      id3v1: ['ALBUM'],
    },
  },
  artists: {
    isList: true,
    kind: 'text',
    names: {
      id3: ['TPE1', 'TP1', 'TXXX:ARTISTS'],
      vorbis: ['ARTIST', 'ARTISTS', 'PERFORMER'],
      mp4: ['©ART', itunes('ARTISTS'), itunes('ARTIST')],
      ape: ['ARTIST', 'ARTISTS'],
      riff: ['IART'],
      aiff: ['AUTH'],
      asf: ['AUTHOR', 'WM/ARTISTS'],
      matroska: ['TRACK:ARTIST', 'ARTIST', 'ALBUM:ARTIST'],
      id3v1: ['ARTIST'],
    },
  },
  albumArtists: {
    isList: true,
    kind: 'text',
    names: {
      id3: ['TPE2', 'TP2', 'TXXX:ALBUMARTIST', 'TXXX:ALBUM ARTIST', 'TXXX:ALBUMARTISTS'],
      vorbis: ['ALBUMARTIST', 'ALBUM ARTIST', 'ALBUM_ARTIST', 'ALBUMARTISTS', 'ENSEMBLE'],
      mp4: ['aART', itunes('ALBUMARTIST'), itunes('ALBUM ARTIST')],
      ape: ['ALBUM ARTIST', 'ALBUMARTIST', 'ALBUM_ARTIST'],
      asf: ['WM/ALBUMARTIST'],
      matroska: ['ALBUM:ALBUM_ARTIST', 'ALBUM_ARTIST', 'ALBUMARTIST'],
    },
  },
  genres: {
    isList: true,
    kind: 'genre',
    names: {
      id3: ['TCON', 'TCO'],
      vorbis: ['GENRE'],
      mp4: ['©gen', 'gnre', itunes('GENRE')],
      ape: ['GENRE'],
      riff: ['IGNR', 'GENR'],
      asf: ['WM/GENRE'],
      matroska: ['TRACK:GENRE', 'GENRE', 'ALBUM:GENRE'],
      id3v1: ['GENRE'],
    },
  },
  composers: {
    isList: true,
    kind: 'text',
    names: {
      id3: ['TCOM', 'TCM'],
      vorbis: ['COMPOSER'],
      mp4: ['©wrt', itunes('COMPOSER')],
      ape: ['COMPOSER'],
      riff: ['IMUS'],
      asf: ['WM/COMPOSER'],
      matroska: ['TRACK:COMPOSER', 'COMPOSER'],
    },
  },
  lyricists: {
    isList: true,
    kind: 'text',
    names: {
      id3: ['TEXT', 'TXT', 'TXXX:LYRICIST'],
      vorbis: ['LYRICIST', 'WRITER'],
      mp4: [itunes('LYRICIST')],
      ape: ['LYRICIST'],
      riff: ['IWRI'],
      asf: ['WM/WRITER'],
      matroska: ['TRACK:LYRICIST', 'LYRICIST'],
    },
  },
  labels: {
    isList: true,
    kind: 'text',
    names: {
      id3: ['TPUB', 'TPB', 'TXXX:LABEL'],
      vorbis: ['LABEL', 'PUBLISHER', 'ORGANIZATION'],
      mp4: [itunes('LABEL'), itunes('PUBLISHER'), '©pub'],
      ape: ['LABEL', 'PUBLISHER'],
      riff: ['IPUB'],
      asf: ['WM/PUBLISHER'],
      matroska: ['ALBUM:LABEL', 'TRACK:LABEL', 'LABEL_CODE', 'LABEL', 'PUBLISHER'],
    },
  },
  trackNumber: {
    isList: false,
    kind: 'position',
    names: {
      id3: ['TRCK', 'TRK'],
      vorbis: ['TRACKNUMBER', 'TRACK', 'TRACKNUM'],
      mp4: ['trkn', itunes('TRACK')],
      ape: ['TRACK', 'TRACKNUMBER'],
      riff: ['ITRK', 'IPRT', 'TRCK'],
      asf: ['WM/TRACKNUMBER', 'WM/TRACK'],
      matroska: ['TRACK:PART_NUMBER', 'PART_NUMBER'],
      id3v1: ['TRACK'],
    },
  },
  discNumber: {
    isList: false,
    kind: 'position',
    names: {
      id3: ['TPOS', 'TPA'],
      vorbis: ['DISCNUMBER', 'DISC', 'DISCNUM'],
      mp4: ['disk', itunes('DISCNUMBER')],
      ape: ['DISC', 'DISCNUMBER'],
      asf: ['WM/PARTOFSET'],
      matroska: ['ALBUM:PART_NUMBER'],
    },
  },
  year: {
    isList: false,
    kind: 'year',
    names: {
      id3: ['TDRC', 'TYER', 'TYE', 'TDRL', 'TDOR', 'TORY', 'TOR'],
      vorbis: ['DATE', 'YEAR', 'RELEASEDATE', 'ORIGINALDATE', 'ORIGINALYEAR'],
      mp4: ['©day', itunes('YEAR'), itunes('DATE')],
      ape: ['YEAR', 'DATE'],
      riff: ['ICRD', 'DATE'],
      asf: ['WM/YEAR'],
      matroska: ['TRACK:DATE_RELEASED', 'ALBUM:DATE_RELEASED', 'DATE_RELEASED', 'DATE_RECORDED', 'DATE'],
      id3v1: ['YEAR'],
    },
  },
} as const satisfies Record<string, TagField>;

/** Name of a field. */
export type TagFieldName = keyof typeof tagFields;

/** Fields whose name in the file does not depend on case. */
const familiesWithCase: ReadonlySet<TagFamily> = new Set(['id3', 'mp4']);

/** Best first: where a file carries several kinds of tags, each field comes from the first that has it. */
const familyRank: Readonly<Record<TagFamily, number>> = {
  id3: 1,
  vorbis: 1,
  mp4: 1,
  asf: 1,
  matroska: 1,
  ape: 2,
  riff: 3,
  aiff: 3,
  id3v1: 4,
};

/** Where a name of a family leads, and how good a source it is: lower wins. */
export interface TagSource {
  readonly field: TagFieldName;
  readonly rank: number;
}

const sourcesByName = (): ReadonlyMap<string, TagSource> => {
  const sources = new Map<string, TagSource>();
  for (const [field, { names }] of Object.entries(tagFields) as [TagFieldName, TagField][]) {
    for (const [family, list] of Object.entries(names) as [TagFamily, readonly string[]][]) {
      list.forEach((name, index) => {
        const key = `${family}\0${name}`;
        if (!sources.has(key)) sources.set(key, { field, rank: familyRank[family] * 100 + index });
      });
    }
  }
  return sources;
};

const sources = sourcesByName();

/**
 * The field that a name of a family fills, or undefined when it is not one we keep.
 * @param name as the file has it; `TXXX:` names are compared without case
 */
export const tagSourceOf = (family: TagFamily, name: string): TagSource | undefined => {
  const hasCase = familiesWithCase.has(family) && !name.startsWith('TXXX:');
  return sources.get(`${family}\0${hasCase ? name : name.toUpperCase()}`);
};
