import { apeTag } from '@tonearm/song-files';
import { buildAsf } from '../odd/asf.ts';
import type { OddFrame } from '../odd/odd-id3.ts';
import { buildSong, type SongFormat } from '../samples/build-song.ts';
import {
  bytesAtom,
  commentFrame,
  freeAtom,
  m4aWith,
  mp3With,
  type TextForm,
  textAtom,
  textFrame,
  userFrame,
} from './tagger-bytes.ts';

/** A song that somebody tags with a program. */
export interface SongToTag {
  readonly title: string;
  readonly artists: readonly string[];
  /** Null where the program is only told that it is a compilation, or nothing. */
  readonly albumArtist: string | null;
  readonly album: string;
  readonly isCompilation: boolean;
  readonly year: number;
  readonly track: number;
  readonly trackTotal: number;
  readonly disc: number;
  readonly discTotal: number;
  readonly genres: readonly string[];
  readonly composer: string | null;
  readonly work: { readonly name: string; readonly movement: string; readonly number: number } | null;
}

/** How a program writes songs of one format. */
export interface TaggerManner {
  /** Program and format, as in `Picard, flac`. */
  readonly name: string;
  /** Extension of its files. */
  readonly extension: string;
  /** Most genres it keeps of a song. */
  readonly genres: 0 | 1 | 2;
  /** Whether it numbers discs, and tells works and movements. */
  readonly hasDiscs: boolean;
  readonly hasWorks: boolean;
  /** Whether it writes composers. */
  readonly hasComposers: boolean;
  readonly write: (song: SongToTag) => Buffer;
}

const display = ({ artists }: SongToTag): string => artists.join(' feat. ');
const of = (number: number, total: number): string => `${number}/${total}`;
const when = <Value>(condition: unknown, ...values: readonly Value[]): readonly Value[] =>
  condition ? values : [];

/** Text frames of ID3 that every program writes, in the order of most. */
const commonFrames = (song: SongToTag, form: TextForm): readonly OddFrame[] => [
  textFrame('TIT2', song.title, form),
  textFrame('TPE1', display(song), form),
  ...when(song.albumArtist, textFrame('TPE2', song.albumArtist ?? '', form)),
  textFrame('TALB', song.album, form),
  textFrame('TRCK', of(song.track, song.trackTotal), form),
];

const picard23 = (song: SongToTag): Buffer =>
  mp3With({
    version: 3,
    padding: 512,
    frames: [
      ...commonFrames(song, 'utf16'),
      userFrame('Artists', song.artists.join('/'), 'utf16'),
      textFrame('TPOS', of(song.disc, song.discTotal), 'utf16'),
      textFrame('TYER', `${song.year}`, 'utf16'),
      textFrame('TDAT', '0105', 'utf16'),
      textFrame('TORY', `${song.year}`, 'utf16'),
      textFrame('TCON', song.genres.join('/'), 'utf16'),
      ...when(song.composer, textFrame('TCOM', song.composer ?? '', 'utf16')),
      ...when(song.isCompilation, textFrame('TCMP', '1', 'utf16')),
      ...movementFrames(song, 'utf16'),
    ],
  });

const movementFrames = ({ work }: SongToTag, form: TextForm): readonly OddFrame[] =>
  work === null
    ? []
    : [
        userFrame('WORK', work.name, form),
        textFrame('MVNM', work.movement, form),
        textFrame('MVIN', of(work.number, 3), form),
      ];

const picard24 = (song: SongToTag): Buffer =>
  mp3With({
    version: 4,
    frames: [
      ...commonFrames(song, 'utf8'),
      userFrame('ARTISTS', song.artists.join('\0'), 'utf8'),
      textFrame('TPOS', of(song.disc, song.discTotal), 'utf8'),
      textFrame('TDRC', `${song.year}-05-01`, 'utf8'),
      textFrame('TDOR', `${song.year}-04-01`, 'utf8'),
      textFrame('TCON', song.genres, 'utf8'),
      ...when(song.composer, textFrame('TCOM', song.composer ?? '', 'utf8')),
      ...when(song.isCompilation, textFrame('TCMP', '1', 'utf8')),
      ...movementFrames(song, 'utf8'),
    ],
  });

/** Lines of Vorbis comments. */
type Lines = Readonly<Record<string, readonly (string | number)[]>>;

const withLines = (format: SongFormat, lines: Lines): Buffer =>
  buildSong({ format, tags: { comments: lines }, ...(format === 'flac' && { seconds: 0.5 }) }).data;

const commonLines = (song: SongToTag): Lines => ({
  TITLE: [song.title],
  ALBUM: [song.album],
  TRACKNUMBER: [song.track],
  DISCNUMBER: [song.disc],
  GENRE: song.genres,
  ...(song.composer !== null && { COMPOSER: [song.composer] }),
  ...(song.isCompilation && { COMPILATION: [1] }),
});

const picardLines = (song: SongToTag): Lines => ({
  ...commonLines(song),
  ARTIST: [display(song)],
  ARTISTS: song.artists,
  ...(song.albumArtist !== null && { ALBUMARTIST: [song.albumArtist], ALBUMARTISTSORT: [song.albumArtist] }),
  TRACKTOTAL: [song.trackTotal],
  TOTALTRACKS: [song.trackTotal],
  DISCTOTAL: [song.discTotal],
  TOTALDISCS: [song.discTotal],
  DATE: [`${song.year}-05-01`],
  ORIGINALDATE: [`${song.year}-04-01`],
  ORIGINALYEAR: [song.year],
  ...(song.work !== null && {
    WORK: [song.work.name],
    MOVEMENTNAME: [song.work.movement],
    MOVEMENT: [song.work.number],
    MOVEMENTTOTAL: [3],
  }),
});

const numberAtoms = ({ track, trackTotal, disc, discTotal }: SongToTag): readonly Buffer[] => [
  bytesAtom('trkn', [0, 0, 0, track, 0, trackTotal, 0, 0]),
  bytesAtom('disk', [0, 0, 0, disc, 0, discTotal]),
];

const commonAtoms = (song: SongToTag): readonly Buffer[] => [
  textAtom('\xa9nam', song.title),
  textAtom('\xa9ART', display(song)),
  ...when(song.albumArtist, textAtom('aART', song.albumArtist ?? '')),
  textAtom('\xa9alb', song.album),
  ...numberAtoms(song),
  ...when(song.composer, textAtom('\xa9wrt', song.composer ?? '')),
  bytesAtom('cpil', [song.isCompilation ? 1 : 0], 'integer'),
];

const workAtoms = ({ work }: SongToTag): readonly Buffer[] =>
  work === null
    ? []
    : [
        textAtom('\xa9wrk', work.name),
        textAtom('\xa9mvn', work.movement),
        bytesAtom('\xa9mvi', [0, work.number], 'integer'),
        bytesAtom('\xa9mvc', [0, 3], 'integer'),
      ];

const picardM4a = (song: SongToTag): Buffer =>
  m4aWith(
    ...commonAtoms(song),
    freeAtom('ARTISTS', ...song.artists),
    textAtom('\xa9day', `${song.year}-05-01`),
    textAtom('\xa9gen', ...song.genres),
    ...workAtoms(song),
  );

/** What formats with APEv2 hold, as Picard and foobar2000 write it. */
const ape = (song: SongToTag): Buffer =>
  apeTag({
    title: song.title,
    artists: [...song.artists],
    ...(song.albumArtist !== null && { albumArtists: [song.albumArtist] }),
    album: song.album,
    year: song.year,
    track: song.track,
    trackTotal: song.trackTotal,
    disc: song.disc,
    discTotal: song.discTotal,
    genres: [...song.genres],
    ...(song.composer !== null && { composers: [song.composer] }),
    compilation: song.isCompilation,
  });

const withApe = (format: SongFormat, song: SongToTag): Buffer =>
  Buffer.concat([buildSong({ format, tags: {} }).data, ape(song)]);

const picardWma = (song: SongToTag): Buffer =>
  buildAsf({
    title: song.title,
    author: display(song),
    values: [
      { name: 'WM/ARTISTS', value: song.artists[0] ?? '' },
      ...song.artists.slice(1).map((value) => ({ name: 'WM/ARTISTS', value })),
      ...when(song.albumArtist, { name: 'WM/AlbumArtist', value: song.albumArtist ?? '' }),
      { name: 'WM/AlbumTitle', value: song.album },
      { name: 'WM/Year', value: `${song.year}-05-01` },
      { name: 'WM/TrackNumber', value: `${song.track}` },
      { name: 'WM/PartOfSet', value: of(song.disc, song.discTotal) },
      ...song.genres.map((value) => ({ name: 'WM/Genre', value })),
      ...when(song.composer, { name: 'WM/Composer', value: song.composer ?? '' }),
      ...when(song.isCompilation, { name: 'WM/IsCompilation', value: '1' }),
    ],
  });

const beetsMp3 = (song: SongToTag): Buffer =>
  mp3With({
    version: 4,
    frames: [
      ...commonFrames(song, 'utf8'),
      userFrame('ARTISTS', song.artists.join('\0'), 'utf8'),
      ...when(song.albumArtist, userFrame('ALBUMARTISTS', song.albumArtist ?? '', 'utf8')),
      textFrame('TPOS', of(song.disc, song.discTotal), 'utf8'),
      textFrame('TDRC', `${song.year}-05-01`, 'utf8'),
      textFrame('TDOR', `${song.year}`, 'utf8'),
      textFrame('TCON', song.genres[0] ?? '', 'utf8'),
      ...when(song.composer, textFrame('TCOM', song.composer ?? '', 'utf8')),
      textFrame('TCMP', song.isCompilation ? '1' : '0', 'utf8'),
    ],
  });

const beetsLines = (song: SongToTag): Lines => ({
  ...commonLines(song),
  GENRE: song.genres.slice(0, 1),
  COMPILATION: [song.isCompilation ? 1 : 0],
  ARTIST: [display(song)],
  ARTISTS: song.artists,
  ...(song.albumArtist !== null && { ALBUMARTIST: [song.albumArtist], 'ALBUM ARTIST': [song.albumArtist] }),
  TRACK: [song.track],
  TRACKC: [song.trackTotal],
  TRACKTOTAL: [song.trackTotal],
  DISC: [song.disc],
  DISCC: [song.discTotal],
  DISCTOTAL: [song.discTotal],
  DATE: [`${song.year}-05-01`],
  YEAR: [song.year],
});

const beetsM4a = (song: SongToTag): Buffer =>
  m4aWith(
    ...commonAtoms(song),
    freeAtom('ARTISTS', ...song.artists),
    textAtom('\xa9day', `${song.year}-05-01`),
    textAtom('\xa9gen', song.genres[0] ?? ''),
  );

const mp3tagMp3 = (song: SongToTag): Buffer =>
  mp3With({
    version: 3,
    padding: 512,
    frames: [
      ...commonFrames(song, 'utf16'),
      textFrame('TYER', `${song.year}`, 'utf16'),
      textFrame('TPOS', `${song.disc}`, 'utf16'),
      textFrame('TCON', song.genres.join('/'), 'utf16'),
      commentFrame('', 'ripped in spring', 'utf16'),
      ...when(song.composer, textFrame('TCOM', song.composer ?? '', 'utf16')),
      ...when(song.isCompilation, textFrame('TCMP', '1', 'utf16')),
    ],
  });

const mp3tagLines = (song: SongToTag): Lines => ({
  ...commonLines(song),
  ARTIST: [display(song)],
  ...(song.albumArtist !== null && { ALBUMARTIST: [song.albumArtist] }),
  TRACKNUMBER: [String(song.track).padStart(2, '0')],
  YEAR: [song.year],
});

const mp3tagM4a = (song: SongToTag): Buffer =>
  m4aWith(...commonAtoms(song), textAtom('\xa9day', `${song.year}`), textAtom('\xa9gen', ...song.genres));

const iTunes22 = (song: SongToTag): Buffer =>
  mp3With({
    version: 2,
    padding: 512,
    frames: [
      textFrame('TT2', song.title, 'utf16'),
      textFrame('TP1', `${display(song)}\0`, 'utf16'),
      ...when(song.albumArtist, textFrame('TP2', `${song.albumArtist}\0`, 'utf16')),
      textFrame('TAL', `${song.album}\0`, 'utf16'),
      textFrame('TRK', `${of(song.track, song.trackTotal)}\0`, 'latin1'),
      textFrame('TPA', `${of(song.disc, song.discTotal)}\0`, 'latin1'),
      textFrame('TYE', `${song.year}\0`, 'latin1'),
      textFrame('TCO', `${song.genres[0]}\0`, 'latin1'),
      ...when(song.composer, textFrame('TCM', `${song.composer}\0`, 'utf16')),
      ...when(song.isCompilation, textFrame('TCP', '1\0', 'latin1')),
    ],
  });

const iTunes23 = (song: SongToTag): Buffer =>
  mp3With({
    version: 3,
    padding: 512,
    frames: [
      ...commonFrames(song, 'utf16'),
      textFrame('TPOS', of(song.disc, song.discTotal), 'latin1'),
      textFrame('TYER', `${song.year}`, 'latin1'),
      textFrame('TCON', song.genres[0] ?? '', 'latin1'),
      ...when(song.composer, textFrame('TCOM', song.composer ?? '', 'utf16')),
      ...when(song.isCompilation, textFrame('TCMP', '1', 'latin1')),
      ...when(song.work, textFrame('TIT1', song.work?.name ?? '', 'utf16')),
      ...when(song.work, textFrame('MVNM', song.work?.movement ?? '', 'utf16')),
      ...when(song.work, textFrame('MVIN', of(song.work?.number ?? 0, 3), 'latin1')),
    ],
  });

const iTunesM4a = (song: SongToTag): Buffer =>
  m4aWith(
    ...commonAtoms(song),
    textAtom('\xa9day', `${song.year}-05-01T07:00:00Z`),
    textAtom('\xa9gen', song.genres[0] ?? ''),
    textAtom('\xa9too', 'iTunes 12.9'),
    ...workAtoms(song),
  );

const foobarMp3 = (song: SongToTag): Buffer =>
  mp3With({
    version: 4,
    frames: [
      textFrame('TIT2', song.title, 'utf8'),
      textFrame('TPE1', song.artists, 'utf8'),
      ...when(song.albumArtist, userFrame('ALBUM ARTIST', song.albumArtist ?? '', 'utf8')),
      textFrame('TALB', song.album, 'utf8'),
      textFrame('TRCK', of(song.track, song.trackTotal), 'utf8'),
      textFrame('TPOS', of(song.disc, song.discTotal), 'utf8'),
      textFrame('TDRC', `${song.year}`, 'utf8'),
      textFrame('TCON', song.genres, 'utf8'),
      ...when(song.composer, textFrame('TCOM', song.composer ?? '', 'utf8')),
      ...when(song.isCompilation, userFrame('COMPILATION', '1', 'utf8')),
    ],
  });

const foobarLines = (song: SongToTag): Lines => ({
  ...commonLines(song),
  ARTIST: song.artists,
  ...(song.albumArtist !== null && { 'ALBUM ARTIST': [song.albumArtist] }),
  TOTALTRACKS: [song.trackTotal],
  TOTALDISCS: [song.discTotal],
  DATE: [song.year],
});

const visit = 'Visit https://anna.bandcamp.com';

const bandcampMp3 = (song: SongToTag): Buffer =>
  mp3With({
    version: 3,
    frames: [
      ...commonFrames(song, 'utf16').slice(0, -1),
      textFrame('TRCK', `${song.track}`, 'utf16'),
      textFrame('TYER', `${song.year}`, 'utf16'),
      commentFrame('', visit, 'utf16'),
    ],
  });

const bandcampLines = (song: SongToTag): Lines => ({
  TITLE: [song.title],
  ARTIST: [display(song)],
  ALBUMARTIST: [song.albumArtist ?? display(song)],
  ALBUM: [song.album],
  TRACKNUMBER: [song.track],
  DATE: [song.year],
  COMMENT: [visit],
});

const bandcampM4a = (song: SongToTag): Buffer =>
  m4aWith(
    textAtom('\xa9nam', song.title),
    textAtom('\xa9ART', display(song)),
    textAtom('aART', song.albumArtist ?? display(song)),
    textAtom('\xa9alb', song.album),
    bytesAtom('trkn', [0, 0, 0, song.track, 0, 0, 0, 0]),
    textAtom('\xa9day', `${song.year}`),
    textAtom('\xa9cmt', visit),
  );

type Traits = Omit<TaggerManner, 'name' | 'extension' | 'write'>;
const whole: Traits = { genres: 2, hasDiscs: true, hasWorks: false, hasComposers: true };
const ofWorks: Traits = { ...whole, hasWorks: true };
const ofBeets: Traits = { ...whole, genres: 1 };
const ofITunes: Traits = { ...ofWorks, genres: 1 };
const ofBandcamp: Traits = { genres: 0, hasDiscs: false, hasWorks: false, hasComposers: false };

const manner = (
  name: string,
  traits: Traits,
  write: (song: SongToTag) => Buffer,
  extension = name.split(' ').at(-1) ?? '',
): TaggerManner => ({ name, extension, ...traits, write });

const lined = (name: string, traits: Traits, linesOf: (song: SongToTag) => Lines): TaggerManner => {
  const format = (name.split(' ').at(-1) ?? '') as SongFormat;
  return manner(name, traits, (song) => withLines(format, linesOf(song)));
};

/** The manners of programs and shops, by what is documented of each: none of them was at hand. */
export const taggerManners: readonly TaggerManner[] = [
  manner('Picard ID3v2.3', ofWorks, picard23, 'mp3'),
  manner('Picard ID3v2.4', ofWorks, picard24, 'mp3'),
  lined('Picard flac', ofWorks, picardLines),
  lined('Picard ogg', ofWorks, picardLines),
  lined('Picard opus', ofWorks, picardLines),
  manner('Picard m4a', ofWorks, picardM4a),
  manner('Picard wma', whole, picardWma),
  manner('Picard wv', whole, (song) => withApe('wv', song)),
  manner('beets mp3', ofBeets, beetsMp3),
  lined('beets flac', ofBeets, beetsLines),
  manner('beets m4a', ofBeets, beetsM4a),
  manner('Mp3tag mp3', whole, mp3tagMp3),
  lined('Mp3tag flac', whole, mp3tagLines),
  manner('Mp3tag m4a', whole, mp3tagM4a),
  manner('iTunes ID3v2.2', { ...ofITunes, hasWorks: false }, iTunes22, 'mp3'),
  manner('iTunes ID3v2.3', ofITunes, iTunes23, 'mp3'),
  manner('iTunes m4a', ofITunes, iTunesM4a),
  manner('foobar2000 mp3', whole, foobarMp3),
  lined('foobar2000 flac', whole, foobarLines),
  lined('foobar2000 opus', whole, foobarLines),
  manner('foobar2000 ape', whole, (song) => withApe('ape', song)),
  manner('foobar2000 mpc', whole, (song) => withApe('mpc', song)),
  manner('Bandcamp mp3', ofBandcamp, bandcampMp3),
  lined('Bandcamp flac', ofBandcamp, bandcampLines),
  manner('Bandcamp m4a', ofBandcamp, bandcampM4a),
];
