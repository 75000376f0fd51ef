/** Where a tag comes from. Names are compared without case in all but `id3` and `mp4`. */
export type TagFamily = 'id3' | 'vorbis' | 'mp4' | 'ape' | 'riff' | 'aiff' | 'asf' | 'matroska' | 'id3v1';

/**
 * What a field holds: one text; several, which travel joined by `; `; several that may be numbers of the known
 * genres; a whole number from 1, of which `7/12` is 7; a year.
 */
export type FieldKind = 'text' | 'texts' | 'genres' | 'number' | 'year';

/** A field that is read from the tags of a song. */
export interface SongField {
  /** Its name in the API. */
  readonly wire: string;
  /** Its column in `library.db`. */
  readonly column: string;
  readonly kind: FieldKind;
  /** Whether its words are found by a search. */
  readonly isSearched: boolean;
  /** Its names per family; the first that has a value wins. */
  readonly names: Readonly<Partial<Record<TagFamily, readonly string[]>>>;
}

const itunes = (name: string) => `----:com.apple.iTunes:${name}` as const;

/**
 * Every field of a song that comes from its tags: the one place to edit, see docs/how-to/tag-field. The API's
 * shape, the readers, the columns, the JSON, what search knows and what the player packs are made of it, and
 * libraries of before are read once more by themselves.
 * Names of id3 are of version 2.3/2.4, then of 2.2; `TXXX:` is a frame with that description.
 */
export const songFields = {
  title: {
    wire: 'title',
    column: 'title',
    kind: 'text',
    isSearched: true,
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
  artists: {
    wire: 'artist',
    column: 'artists',
    kind: 'texts',
    isSearched: true,
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
    wire: 'album_artist',
    column: 'album_artists',
    kind: 'texts',
    isSearched: true,
    names: {
      id3: ['TPE2', 'TP2', 'TXXX:ALBUMARTIST', 'TXXX:ALBUM ARTIST', 'TXXX:ALBUMARTISTS'],
      vorbis: ['ALBUMARTIST', 'ALBUM ARTIST', 'ALBUM_ARTIST', 'ALBUMARTISTS', 'ENSEMBLE'],
      mp4: ['aART', itunes('ALBUMARTIST'), itunes('ALBUM ARTIST')],
      ape: ['ALBUM ARTIST', 'ALBUMARTIST', 'ALBUM_ARTIST'],
      asf: ['WM/ALBUMARTIST'],
      matroska: ['ALBUM:ALBUM_ARTIST', 'ALBUM_ARTIST', 'ALBUMARTIST'],
    },
  },
  album: {
    wire: 'album',
    column: 'album',
    kind: 'text',
    isSearched: true,
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
  lyricists: {
    wire: 'lyricist',
    column: 'lyricists',
    kind: 'texts',
    isSearched: false,
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
  composers: {
    wire: 'composer',
    column: 'composers',
    kind: 'texts',
    isSearched: false,
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
  genres: {
    wire: 'genre',
    column: 'genres',
    kind: 'genres',
    isSearched: false,
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
  labels: {
    wire: 'label',
    column: 'labels',
    kind: 'texts',
    isSearched: false,
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
    wire: 'track_number',
    column: 'track_number',
    kind: 'number',
    isSearched: false,
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
    wire: 'disc_number',
    column: 'disc_number',
    kind: 'number',
    isSearched: false,
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
    wire: 'year',
    column: 'year',
    kind: 'year',
    isSearched: false,
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
} as const satisfies Record<string, SongField>;

/** The table as it stands. */
export type SongFields = typeof songFields;
/** Name of a field inside the server. */
export type FieldName = keyof SongFields;

/** The fields in their order, which is that of the JSON. */
export const songFieldList: readonly (SongField & { readonly name: FieldName })[] = Object.entries(
  songFields,
).map(([name, field]) => ({ ...(field as SongField), name: name as FieldName }));

/** A value for each field, typed by its kind: by its name in the server, its column, its name in the API. */
export type ByFieldName<Values extends Record<FieldKind, unknown>> = {
  readonly [Name in FieldName]: Values[SongFields[Name]['kind']];
};
export type ByColumn<Values extends Record<FieldKind, unknown>> = {
  [Name in FieldName as SongFields[Name]['column']]: Values[SongFields[Name]['kind']];
};
export type ByWireName<Values extends Record<FieldKind, unknown>> = {
  [Name in FieldName as SongFields[Name]['wire']]: Values[SongFields[Name]['kind']];
};

/** How a value is stored: of several, as a JSON list. It travels as the same types. */
export interface StoredValues {
  text: string | null;
  texts: string | null;
  genres: string | null;
  number: number | null;
  year: number | null;
}

/** Whether fields of a kind are whole numbers; all others are texts. */
export const isNumber = (kind: FieldKind): boolean => kind === 'number' || kind === 'year';

/** The fields of a song without tags, as they travel. */
export const untagged = Object.fromEntries(
  songFieldList.map(({ wire }) => [wire, null]),
) as unknown as ByWireName<StoredValues>;
