/** Where a tag comes from. Names are compared without case in all but `id3` and `mp4`. */
export type TagFamily = 'id3' | 'vorbis' | 'mp4' | 'ape' | 'riff' | 'aiff' | 'asf' | 'matroska' | 'id3v1';

/**
 * What a field holds: one text; several, which travel joined by `; `; several that may be numbers of the known
 * genres; a whole number from 1, of which `7/12` is 7; a year; a date as precise as it was written, `2016`, `2016-05`
 * or `2016-05-01`; a mark that is there or not; a fraction; a gain in the whole numbers of R128, kept in decibels
 * as ReplayGain has them; words that are sung, of which only is kept whether they are there (1) and timed (2).
 */
export type FieldKind =
  | 'text'
  | 'texts'
  | 'genres'
  | 'number'
  | 'year'
  | 'date'
  | 'flag'
  | 'decimal'
  | 'r128'
  | 'lyrics';

/** A field that is read from the tags of a song. */
export interface SongField {
  /** Its name in version 7 of the API; fields without one do not travel there. */
  readonly wire?: string;
  /**
   * Its column in `library.db`. Without one it rests, under its name, in the column `more`: what nothing is ordered,
   * filtered or grouped by.
   */
  readonly column?: string;
  readonly kind: FieldKind;
  /** Whether its words are found by a search: only of fields with a column. */
  readonly isSearched: boolean;
  /** Its names per family; the first that has a value wins. One that ends in `/` is what follows a slash: `7/12`. */
  readonly names: Readonly<Partial<Record<TagFamily, readonly string[]>>>;
}

const itunes = (name: string) => `----:com.apple.iTunes:${name}` as const;

const isColumn = <Kind extends FieldKind, const Column extends string>(
  column: Column,
  kind: Kind,
  names: SongField['names'],
) => ({ column, kind, isSearched: false, names }) as const;

const isMore = <Kind extends FieldKind>(kind: Kind, names: SongField['names']) =>
  ({ kind, isSearched: false, names }) as const;

/** Names of fields that programs call the same in most families. @param id3 what it is called there, if otherwise */
const called = (name: string, id3: readonly string[] = [`TXXX:${name}`]): SongField['names'] => ({
  id3,
  vorbis: [name],
  mp4: [itunes(name)],
  ape: [name],
  asf: [name, `WM/${name}`],
  matroska: [name, `TRACK:${name}`, `ALBUM:${name}`],
});

/** Names of an identity that MusicBrainz gave: spelled in words, in one word, or with a slash. */
const brainz = (words: string, word: string, slashed = words): SongField['names'] => ({
  id3: [`TXXX:MUSICBRAINZ ${words}`],
  vorbis: [`MUSICBRAINZ_${word}`],
  mp4: [itunes(`MUSICBRAINZ ${words}`)],
  ape: [`MUSICBRAINZ_${word}`],
  asf: [`MUSICBRAINZ/${slashed}`],
  matroska: [`MUSICBRAINZ_${word}`],
});

/**
 * Every field of a song that comes from its tags: the one place to edit, see docs/how-to/tag-field. The API's
 * shape, the readers, the columns, the JSON, what search knows and what the player packs are made of it, and
 * libraries of before are read once more by themselves.
 * Names of id3 are of version 2.3/2.4, then of 2.2, then those that only programs gave to frames of 2.3 (`XSOP`);
 * `TXXX:` is a frame with that description.
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
      matroska: ['ALBUM:ALBUM_ARTIST', 'ALBUM_ARTIST', 'ALBUMARTIST', 'ALBUM:ARTIST'],
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
      matroska: ['TRACK:PART_NUMBER', 'PART_NUMBER', 'TRACK', 'TRACKNUMBER'],
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
      matroska: ['ALBUM:PART_NUMBER', 'PART:PART_NUMBER', 'DISCNUMBER', 'DISC'],
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
      asf: ['WM/YEAR', 'DATE', 'YEAR'],
      matroska: ['TRACK:DATE_RELEASED', 'ALBUM:DATE_RELEASED', 'DATE_RELEASED', 'DATE_RECORDED', 'DATE'],
      id3v1: ['YEAR'],
    },
  },
  artistList: isColumn('artist_list', 'texts', called('ARTISTS')),
  albumArtistList: isColumn('album_artist_list', 'texts', called('ALBUMARTISTS')),
  moods: isColumn('moods', 'texts', called('MOOD', ['TMOO', 'TXXX:MOOD'])),
  bpm: isColumn('bpm', 'number', {
    ...called('BPM', ['TBPM', 'TBP']),
    vorbis: ['BPM', 'TEMPO'],
    mp4: ['tmpo', itunes('BPM')],
    asf: ['WM/BEATSPERMINUTE'],
    riff: ['IBPM'],
  }),
  recordedOn: isColumn('recorded_on', 'date', {
    id3: ['TDRC', 'TYER', 'TYE'],
    vorbis: ['DATE', 'YEAR'],
    mp4: ['©day', itunes('DATE'), itunes('YEAR')],
    ape: ['DATE', 'YEAR'],
    riff: ['ICRD'],
    asf: ['WM/YEAR', 'DATE', 'YEAR'],
    matroska: ['TRACK:DATE_RECORDED', 'DATE_RECORDED', 'TRACK:DATE_RELEASED', 'DATE'],
    id3v1: ['YEAR'],
  }),
  releasedOn: isColumn('released_on', 'date', {
    ...called('RELEASEDATE', ['TDRL', 'TXXX:RELEASEDATE']),
    matroska: ['ALBUM:DATE_RELEASED', 'DATE_RELEASED', 'RELEASEDATE'],
  }),
  originalOn: isColumn('original_on', 'date', {
    id3: ['TDOR', 'TXXX:ORIGINALDATE', 'TORY', 'TOR', 'TXXX:ORIGINALYEAR'],
    vorbis: ['ORIGINALDATE', 'ORIGINALRELEASEDATE', 'ORIGINALYEAR'],
    mp4: [itunes('ORIGINALDATE'), itunes('ORIGINALYEAR')],
    ape: ['ORIGINALDATE', 'ORIGINALYEAR'],
    asf: ['WM/ORIGINALRELEASETIME', 'WM/ORIGINALRELEASEYEAR'],
    matroska: ['ORIGINALDATE', 'ORIGINALYEAR'],
  }),
  work: isColumn('work', 'text', {
    ...called('WORK', ['TXXX:WORK']),
    mp4: ['©wrk', itunes('WORK')],
  }),
  lyrics: isColumn('lyrics', 'lyrics', {
    id3: ['SYLT', 'SLT', 'USLT', 'ULT', 'TXXX:SYNCEDLYRICS', 'TXXX:LYRICS', 'TXXX:UNSYNCEDLYRICS'],
    vorbis: ['SYNCEDLYRICS', 'LYRICS', 'UNSYNCEDLYRICS'],
    mp4: [itunes('SYNCEDLYRICS'), '©lyr', itunes('LYRICS')],
    ape: ['SYNCEDLYRICS', 'LYRICS', 'UNSYNCEDLYRICS'],
    asf: ['WM/LYRICS_SYNCHRONISED', 'WM/LYRICS'],
    matroska: ['LYRICS', 'TRACK:LYRICS'],
  }),
  mbRecording: isColumn('mb_recording', 'text', {
    ...brainz('TRACK ID', 'TRACKID'),
    id3: ['UFID:HTTP://MUSICBRAINZ.ORG', 'TXXX:MUSICBRAINZ TRACK ID'],
  }),
  mbTrack: isMore('text', brainz('RELEASE TRACK ID', 'RELEASETRACKID')),
  mbRelease: isMore('text', brainz('ALBUM ID', 'ALBUMID')),
  mbReleaseGroup: isMore('text', brainz('RELEASE GROUP ID', 'RELEASEGROUPID')),
  mbArtists: isMore('texts', brainz('ARTIST ID', 'ARTISTID')),
  mbAlbumArtists: isMore('texts', brainz('ALBUM ARTIST ID', 'ALBUMARTISTID')),
  mbWorks: isMore('texts', brainz('WORK ID', 'WORKID')),
  albumVersion: isMore('text', {
    id3: ['TXXX:ALBUMVERSION', 'TXXX:MUSICBRAINZ ALBUM COMMENT', 'TXXX:VERSION'],
    vorbis: ['ALBUMVERSION', 'MUSICBRAINZ_ALBUMCOMMENT', 'VERSION'],
    mp4: [itunes('ALBUMVERSION'), itunes('MUSICBRAINZ ALBUM COMMENT'), itunes('VERSION')],
    ape: ['ALBUMVERSION', 'MUSICBRAINZ_ALBUMCOMMENT', 'VERSION'],
    asf: ['ALBUMVERSION', 'MUSICBRAINZ/ALBUM COMMENT', 'VERSION'],
    matroska: ['ALBUMVERSION', 'MUSICBRAINZ_ALBUMCOMMENT'],
  }),
  titleSort: isMore('text', {
    ...called('TITLESORT', ['TSOT', 'TST', 'XSOT', 'TXXX:TITLESORT']),
    mp4: ['sonm'],
    asf: ['WM/TITLESORTORDER'],
  }),
  albumSort: isMore('text', {
    ...called('ALBUMSORT', ['TSOA', 'TSA', 'XSOA', 'TXXX:ALBUMSORT']),
    mp4: ['soal'],
    asf: ['WM/ALBUMSORTORDER'],
  }),
  artistSorts: isMore('texts', {
    ...called('ARTISTSORT', ['TSOP', 'TSP', 'XSOP', 'TXXX:ARTISTSORT']),
    mp4: ['soar'],
    asf: ['WM/ARTISTSORTORDER'],
  }),
  albumArtistSorts: isMore('texts', {
    ...called('ALBUMARTISTSORT', ['TSO2', 'TS2', 'TXXX:ALBUMARTISTSORT']),
    mp4: ['soaa'],
    asf: ['WM/ALBUMARTISTSORTORDER'],
  }),
  composerSorts: isMore('texts', {
    ...called('COMPOSERSORT', ['TSOC', 'TSC', 'TXXX:COMPOSERSORT']),
    mp4: ['soco'],
    asf: ['WM/COMPOSERSORTORDER'],
  }),
  discSubtitle: isMore('text', {
    ...called('DISCSUBTITLE', ['TSST', 'TXXX:DISCSUBTITLE']),
    vorbis: ['DISCSUBTITLE', 'SETSUBTITLE'],
    asf: ['WM/SETSUBTITLE'],
  }),
  movementName: isMore('text', {
    ...called('MOVEMENTNAME', ['MVNM', 'MVN', 'TXXX:MOVEMENTNAME']),
    vorbis: ['MOVEMENTNAME', 'MOVEMENT_NAME'],
    mp4: ['©mvn', itunes('MOVEMENTNAME')],
  }),
  movementNumber: isMore('number', {
    ...called('MOVEMENT', ['MVIN', 'MVI', 'TXXX:MOVEMENT']),
    vorbis: ['MOVEMENT', 'MOVEMENTNUMBER'],
    ape: ['MOVEMENT', 'MOVEMENTNUMBER'],
    mp4: ['©mvi', itunes('MOVEMENT')],
  }),
  movementCount: isMore('number', {
    ...called('MOVEMENTTOTAL', ['MVIN/', 'MVI/', 'TXXX:MOVEMENTTOTAL']),
    mp4: ['©mvc', itunes('MOVEMENTTOTAL')],
  }),
  grouping: isMore('text', {
    ...called('GROUPING', ['GRP1', 'GP1', 'TIT1', 'TT1', 'TXXX:GROUPING']),
    vorbis: ['GROUPING', 'CONTENTGROUP'],
    mp4: ['©grp', itunes('GROUPING')],
    asf: ['WM/CONTENTGROUPDESCRIPTION'],
  }),
  comment: isMore('text', {
    id3: ['COMM', 'COM'],
    vorbis: ['COMMENT', 'DESCRIPTION'],
    mp4: ['©cmt'],
    ape: ['COMMENT'],
    riff: ['ICMT'],
    aiff: ['ANNO'],
    asf: ['WM/COMMENTS', 'DESCRIPTION'],
    matroska: ['COMMENT', 'TRACK:COMMENT'],
    id3v1: ['COMMENT'],
  }),
  conductors: isMore('texts', { ...called('CONDUCTOR', ['TPE3', 'TP3']), asf: ['WM/CONDUCTOR'] }),
  performers: isMore('texts', { ...called('PERFORMER', ['TMCL', 'TXXX:PERFORMER']), ape: ['PERFORMER'] }),
  remixers: isMore('texts', {
    ...called('REMIXER', ['TPE4', 'TP4']),
    ape: ['MIXARTIST', 'REMIXER'],
    asf: ['WM/MODIFIEDBY'],
  }),
  producers: isMore('texts', {
    ...called('PRODUCER', ['TIPL:PRODUCER', 'TXXX:PRODUCER']),
    asf: ['WM/PRODUCER'],
    riff: ['IPRO'],
  }),
  arrangers: isMore('texts', {
    ...called('ARRANGER', ['TIPL:ARRANGER', 'TXXX:ARRANGER']),
    asf: ['ARRANGER', 'WM/ARRANGER', 'BEETS/ARRANGER'],
  }),
  djMixers: isMore('texts', { ...called('DJMIXER', ['TIPL:DJ-MIX', 'TXXX:DJMIXER']), asf: ['WM/DJMIXER'] }),
  catalogNumbers: isMore('texts', { ...called('CATALOGNUMBER'), asf: ['WM/CATALOGNO'] }),
  releaseTypes: isMore('texts', {
    id3: ['TXXX:MUSICBRAINZ ALBUM TYPE', 'TXXX:RELEASETYPE'],
    vorbis: ['RELEASETYPE', 'MUSICBRAINZ_ALBUMTYPE'],
    mp4: [itunes('MUSICBRAINZ ALBUM TYPE'), itunes('RELEASETYPE')],
    ape: ['MUSICBRAINZ_ALBUMTYPE', 'RELEASETYPE'],
    asf: ['MUSICBRAINZ/ALBUM TYPE'],
    matroska: ['RELEASETYPE', 'MUSICBRAINZ_ALBUMTYPE'],
  }),
  releaseStatus: isMore('text', {
    id3: ['TXXX:MUSICBRAINZ ALBUM STATUS', 'TXXX:RELEASESTATUS'],
    vorbis: ['RELEASESTATUS', 'MUSICBRAINZ_ALBUMSTATUS'],
    mp4: [itunes('MUSICBRAINZ ALBUM STATUS'), itunes('RELEASESTATUS')],
    ape: ['MUSICBRAINZ_ALBUMSTATUS', 'RELEASESTATUS'],
    asf: ['MUSICBRAINZ/ALBUM STATUS'],
    matroska: ['RELEASESTATUS', 'MUSICBRAINZ_ALBUMSTATUS'],
  }),
  releaseCountry: isMore('text', {
    id3: ['TXXX:MUSICBRAINZ ALBUM RELEASE COUNTRY', 'TXXX:RELEASECOUNTRY'],
    vorbis: ['RELEASECOUNTRY'],
    mp4: [itunes('MUSICBRAINZ ALBUM RELEASE COUNTRY'), itunes('RELEASECOUNTRY')],
    ape: ['RELEASECOUNTRY'],
    asf: ['MUSICBRAINZ/ALBUM RELEASE COUNTRY'],
    matroska: ['RELEASECOUNTRY'],
  }),
  media: isMore('text', { ...called('MEDIA', ['TMED', 'TMT']), asf: ['WM/MEDIA'], riff: ['IMED'] }),
  languages: isMore('texts', {
    ...called('LANGUAGE', ['TLAN', 'TLA']),
    asf: ['WM/LANGUAGE'],
    riff: ['ILNG'],
  }),
  script: isMore('text', { ...called('SCRIPT'), asf: ['WM/SCRIPT'] }),
  initialKey: isMore('text', {
    ...called('INITIALKEY', ['TKEY', 'TKE']),
    vorbis: ['KEY', 'INITIALKEY'],
    ape: ['KEY', 'INITIALKEY'],
    asf: ['WM/INITIALKEY', 'INITIALKEY'],
  }),
  isCompilation: isMore('flag', {
    ...called('COMPILATION', ['TCMP', 'TCP', 'TXXX:COMPILATION', 'TXXX:TCMP']),
    mp4: ['cpil', itunes('COMPILATION')],
    asf: ['WM/ISCOMPILATION', 'COMPILATION'],
  }),
  isExplicit: isMore('flag', { ...called('ITUNESADVISORY'), mp4: ['rtng', itunes('ITUNESADVISORY')] }),
  isrcs: isMore('texts', { ...called('ISRC', ['TSRC', 'TRC']), asf: ['WM/ISRC'], riff: ['ISRC'] }),
  barcode: isMore('text', { ...called('BARCODE'), asf: ['WM/BARCODE'] }),
  trackTotal: isMore('number', {
    id3: ['TRCK/', 'TRK/', 'TXXX:TOTALTRACKS'],
    vorbis: ['TRACKTOTAL', 'TOTALTRACKS', 'TRACKNUMBER/'],
    mp4: ['trkn/'],
    ape: ['TRACK/', 'TRACKTOTAL'],
    asf: ['TRACKTOTAL', 'TOTALTRACKS', 'WM/TRACKNUMBER/'],
    matroska: ['ALBUM:TOTAL_PARTS', 'TOTAL_PARTS'],
  }),
  discTotal: isMore('number', {
    id3: ['TPOS/', 'TPA/', 'TXXX:TOTALDISCS'],
    vorbis: ['DISCTOTAL', 'TOTALDISCS', 'DISCNUMBER/'],
    mp4: ['disk/'],
    ape: ['DISC/', 'DISCTOTAL'],
    asf: ['DISCTOTAL', 'TOTALDISCS', 'WM/PARTOFSET/'],
  }),
  trackGain: isMore('decimal', called('REPLAYGAIN_TRACK_GAIN')),
  trackPeak: isMore('decimal', called('REPLAYGAIN_TRACK_PEAK')),
  albumGain: isMore('decimal', called('REPLAYGAIN_ALBUM_GAIN')),
  albumPeak: isMore('decimal', called('REPLAYGAIN_ALBUM_PEAK')),
  r128TrackGain: isMore('r128', called('R128_TRACK_GAIN')),
  r128AlbumGain: isMore('r128', called('R128_ALBUM_GAIN')),
} as const satisfies Record<string, SongField>;

/** The table as it stands. */
export type SongFields = typeof songFields;
/** Name of a field inside the server. */
export type FieldName = keyof SongFields;

/** The fields in their order, which is that of the JSON. */
export const songFieldList: readonly (SongField & { readonly name: FieldName })[] = Object.entries(
  songFields,
).map(([name, field]) => ({ ...(field as SongField), name: name as FieldName }));

/** Those that travel in version 7. */
export const wiredFields = songFieldList.filter(
  (field): field is (typeof songFieldList)[number] & { readonly wire: string } => field.wire !== undefined,
);

/** Those that have a column of their own. */
export const columnFields = songFieldList.filter(
  (field): field is (typeof songFieldList)[number] & { readonly column: string; readonly name: ColumnName } =>
    field.column !== undefined,
);

/** Those that rest in the column `more`. */
export const moreFields = songFieldList.filter(
  (field): field is (typeof songFieldList)[number] & { readonly name: MoreName } =>
    field.column === undefined,
);

/** Name of a field that has a column, and of one that has none. */
export type ColumnName = {
  [Name in FieldName]: SongFields[Name] extends { readonly column: string } ? Name : never;
}[FieldName];
export type MoreName = Exclude<FieldName, ColumnName>;

type WireName<Field> = Field extends { readonly wire: infer Wire extends string } ? Wire : never;

/** A value for each field, typed by its kind: by its name in the server, its column, its name in version 7. */
export type ByFieldName<Values extends Record<FieldKind, unknown>, Names extends FieldName = FieldName> = {
  readonly [Name in Names]: Values[SongFields[Name]['kind']];
};
export type ByColumn<Values extends Record<FieldKind, unknown>> = {
  [Name in ColumnName as SongFields[Name]['column']]: Values[SongFields[Name]['kind']];
};
export type ByWireName<Values extends Record<FieldKind, unknown>> = {
  [Name in FieldName as WireName<SongFields[Name]>]: Values[SongFields[Name]['kind']];
};

/** How a value is stored: of several, as a JSON list. It travels as the same types. */
export interface StoredValues {
  text: string | null;
  texts: string | null;
  genres: string | null;
  number: number | null;
  year: number | null;
  date: string | null;
  flag: number | null;
  decimal: number | null;
  r128: number | null;
  lyrics: number | null;
}

/** Type of a column by the kind of its field. */
export const columnTypes = {
  text: 'TEXT',
  texts: 'TEXT',
  genres: 'TEXT',
  number: 'INTEGER',
  year: 'INTEGER',
  date: 'TEXT',
  flag: 'INTEGER',
  decimal: 'REAL',
  r128: 'REAL',
  lyrics: 'INTEGER',
} as const satisfies Record<FieldKind, string>;

/** Whether fields of a kind are numbers; all others are texts. */
export const isNumber = (kind: FieldKind): boolean => columnTypes[kind] !== 'TEXT';

/** The fields of a song without tags, as they travel. */
export const untagged = Object.fromEntries(
  wiredFields.map(({ wire }) => [wire, null]),
) as unknown as ByWireName<StoredValues>;
