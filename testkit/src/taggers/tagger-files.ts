import { apeTag, id3v1Tag } from '@tonearm/song-files';
import { id3Picture } from '../odd/odd-id3.ts';
import { makePicture } from '../pictures/test-pictures.ts';
import {
  bytesAtom,
  commentFrame,
  coverAtom,
  flacWith,
  freeAtom,
  m4aWith,
  mp3With,
  textAtom,
  textFrame,
  userFrame,
} from './tagger-bytes.ts';

/** What every one of these songs says, as far as its tagger has a place for it. */
interface TaggedAs {
  readonly title: string;
  readonly artists: readonly string[];
  readonly albumArtists: readonly string[];
  readonly album: string;
  readonly genres: readonly string[];
  readonly composers: readonly string[];
  readonly lyricists: readonly string[];
  readonly labels: readonly string[];
  readonly trackNumber: number | null;
  readonly discNumber: number | null;
  readonly year: number | null;
}

/** A song in the very frames, atoms or lines that a program writes. */
export interface TaggerFile {
  readonly tagger: string;
  /** File name; its extension is that of the format. */
  readonly name: string;
  readonly bytes: () => Buffer;
  /** What has to be read. */
  readonly says: TaggedAs;
  readonly hasPicture: boolean;
}

const cover = makePicture({ format: 'jpeg', width: 300 });
/** As large as shops send them: it does not fit into the first read of a file. */
const largeCover = makePicture({ format: 'jpeg', width: 1200 });
const pictureFrame = (picture = cover) => ({
  name: 'APIC',
  data: id3Picture(picture.data, { mime: 'image/jpeg' }),
});

const title = 'Über den Wolken 夜';
const says: TaggedAs = {
  title,
  artists: ['Anna feat. Émile'],
  albumArtists: ['Various Artists'],
  album: 'Picnic',
  genres: ['Jazz'],
  composers: ['Bo'],
  lyricists: ['Cy'],
  labels: ['Düne'],
  trackNumber: 3,
  discNumber: 2,
  year: 2016,
};
const nothingOf = { composers: [], lyricists: [], labels: [], genres: [] };
const id = 'f27ec8db-af05-4f36-916e-3d57f91ecf5e';

/** MusicBrainz Picard: ID3v2.3 in UTF-16 with single values, or 2.4 in UTF-8 with lists; ids of its own beside. */
const picard: readonly TaggerFile[] = [
  {
    tagger: 'Picard, ID3v2.3 in UTF-16 with ID3v1',
    name: 'song.mp3',
    bytes: () =>
      mp3With(
        {
          version: 3,
          padding: 1024,
          frames: [
            textFrame('TIT2', title, 'utf16'),
            textFrame('TPE1', 'Anna feat. Émile', 'utf16'),
            userFrame('Artists', 'Anna/Émile', 'utf16'),
            textFrame('TPE2', 'Various Artists', 'utf16'),
            textFrame('TSO2', 'Artists, Various', 'utf16'),
            textFrame('TALB', 'Picnic', 'utf16'),
            textFrame('TRCK', '3/10', 'utf16'),
            textFrame('TPOS', '2/3', 'utf16'),
            textFrame('TYER', '2016', 'utf16'),
            textFrame('TDAT', '0105', 'utf16'),
            textFrame('TORY', '1999', 'utf16'),
            textFrame('TCON', 'Jazz', 'utf16'),
            textFrame('TCOM', 'Bo', 'utf16'),
            textFrame('TEXT', 'Cy', 'utf16'),
            textFrame('TPUB', 'Düne', 'utf16'),
            textFrame('TMED', 'CD', 'utf16'),
            userFrame('MusicBrainz Album Id', id, 'utf16'),
            userFrame('CATALOGNUMBER', 'D 7', 'utf16'),
            { name: 'UFID', data: Buffer.from(`http://musicbrainz.org\0${id}`) },
            pictureFrame(),
          ],
        },
        id3v1Tag({ title: 'Uber den Wolken', artists: ['Anna feat. Emile'], album: 'Picnic', track: 3 }),
      ),
    says,
    hasPicture: true,
  },
  {
    tagger: 'Picard, ID3v2.4 in UTF-8',
    name: 'song.mp3',
    bytes: () =>
      mp3With({
        version: 4,
        padding: 1024,
        frames: [
          textFrame('TIT2', title, 'utf8'),
          textFrame('TPE1', 'Anna feat. Émile', 'utf8'),
          userFrame('ARTISTS', 'Anna\0Émile', 'utf8'),
          textFrame('TPE2', 'Various Artists', 'utf8'),
          textFrame('TALB', 'Picnic', 'utf8'),
          textFrame('TRCK', '3/10', 'utf8'),
          textFrame('TPOS', '2/3', 'utf8'),
          textFrame('TDRC', '2016-05-01', 'utf8'),
          textFrame('TDOR', '1999-01-01', 'utf8'),
          textFrame('TCON', ['Jazz', 'Shoegaze'], 'utf8'),
          textFrame('TCOM', ['Bo', 'Di'], 'utf8'),
          textFrame('TEXT', ['Cy', 'Ed'], 'utf8'),
          textFrame('TPUB', ['Düne', 'Fu'], 'utf8'),
          textFrame('TIPL', ['producer', 'Gus'], 'utf8'),
          textFrame('TMCL', ['guitar', 'Hal'], 'utf8'),
          pictureFrame(),
        ],
      }),
    says: {
      ...says,
      genres: ['Jazz', 'Shoegaze'],
      composers: ['Bo', 'Di'],
      lyricists: ['Cy', 'Ed'],
      labels: ['Düne', 'Fu'],
    },
    hasPicture: true,
  },
  {
    tagger: 'Picard, FLAC',
    name: 'song.flac',
    bytes: () =>
      flacWith(
        [
          `TITLE=${title}`,
          'ARTIST=Anna feat. Émile',
          'ARTISTS=Anna',
          'ARTISTS=Émile',
          'ALBUMARTIST=Various Artists',
          'ALBUMARTISTSORT=Artists, Various',
          'ALBUM=Picnic',
          'TRACKNUMBER=3',
          'TRACKTOTAL=10',
          'TOTALTRACKS=10',
          'DISCNUMBER=2',
          'DISCTOTAL=3',
          'TOTALDISCS=3',
          'DATE=2016-05-01',
          'ORIGINALDATE=1999-01-01',
          'ORIGINALYEAR=1999',
          'GENRE=Jazz',
          'GENRE=Shoegaze',
          'COMPOSER=Bo',
          'LYRICIST=Cy',
          'LABEL=Düne',
          `MUSICBRAINZ_ALBUMID=${id}`,
        ],
        { picture: cover },
      ),
    says: { ...says, genres: ['Jazz', 'Shoegaze'] },
    hasPicture: true,
  },
  {
    tagger: 'Picard, MP4',
    name: 'song.m4a',
    bytes: () =>
      m4aWith(
        textAtom('\xa9nam', title),
        textAtom('\xa9ART', 'Anna feat. Émile'),
        freeAtom('ARTISTS', 'Anna', 'Émile'),
        textAtom('aART', 'Various Artists'),
        textAtom('soaa', 'Artists, Various'),
        textAtom('\xa9alb', 'Picnic'),
        bytesAtom('trkn', [0, 0, 0, 3, 0, 10, 0, 0]),
        bytesAtom('disk', [0, 0, 0, 2, 0, 3]),
        textAtom('\xa9day', '2016-05-01'),
        textAtom('\xa9gen', 'Jazz', 'Shoegaze'),
        textAtom('\xa9wrt', 'Bo', 'Di'),
        freeAtom('LYRICIST', 'Cy'),
        freeAtom('LABEL', 'Düne'),
        freeAtom('MusicBrainz Album Id', id),
        bytesAtom('cpil', [0], 'integer'),
        coverAtom(cover),
      ),
    says: { ...says, genres: ['Jazz', 'Shoegaze'], composers: ['Bo', 'Di'] },
    hasPicture: true,
  },
];

const norm = ' 000004B1 000003F9 00003A2C 00002C1D 00024CA8 00024CA8 00007FFF 00007FFF 00024CA8 00024CA8';

/** iTunes: numbers for sound check in comments, genres by number, three-letter frames in its early years. */
const iTunes: readonly TaggerFile[] = [
  {
    tagger: 'iTunes, ID3v2.2',
    name: 'song.mp3',
    bytes: () =>
      mp3With({
        version: 2,
        padding: 2048,
        frames: [
          { name: 'TEN', data: Buffer.from('\0iTunes v7.0\0', 'latin1') },
          textFrame('TT2', title, 'utf16'),
          textFrame('TP1', 'Anna feat. Émile\0', 'latin1'),
          textFrame('TP2', 'Various Artists\0', 'latin1'),
          textFrame('TAL', 'Picnic\0', 'latin1'),
          textFrame('TCM', 'Bo\0', 'latin1'),
          textFrame('TRK', '3/10\0', 'latin1'),
          textFrame('TPA', '2/3\0', 'latin1'),
          textFrame('TYE', '2016\0', 'latin1'),
          textFrame('TCO', '(8)\0', 'latin1'),
          textFrame('TCP', '1\0', 'latin1'),
          commentFrame('iTunNORM', `${norm}\0`, 'latin1', 'COM'),
          commentFrame('iTunes_CDDB_IDs', '10+5A2F3B4C5D6E7F+12345\0', 'latin1', 'COM'),
          { name: 'PIC', data: Buffer.concat([Buffer.from('\0JPG\x03\0', 'latin1'), cover.data]) },
        ],
      }),
    says: { ...says, lyricists: [], labels: [] },
    hasPicture: true,
  },
  {
    tagger: 'iTunes, ID3v2.3',
    name: 'song.mp3',
    bytes: () =>
      mp3With({
        version: 3,
        padding: 2048,
        frames: [
          textFrame('TIT2', title, 'utf16'),
          textFrame('TPE1', 'Anna feat. Émile', 'utf16'),
          textFrame('TPE2', 'Various Artists', 'latin1'),
          textFrame('TALB', 'Picnic', 'latin1'),
          textFrame('TCOM', 'Bo', 'latin1'),
          textFrame('TRCK', '3/10', 'latin1'),
          textFrame('TPOS', '2/3', 'latin1'),
          textFrame('TYER', '2016', 'latin1'),
          textFrame('TCON', '(8)', 'latin1'),
          textFrame('TCMP', '1', 'latin1'),
          commentFrame('iTunNORM', norm, 'latin1'),
          commentFrame('iTunSMPB', ' 00000000 00000210 00000834 0000000000153D3C', 'latin1'),
          commentFrame('', 'Somebody else’s words', 'utf16'),
          pictureFrame(),
        ],
      }),
    says: { ...says, lyricists: [], labels: [] },
    hasPicture: true,
  },
  {
    tagger: 'iTunes, AAC',
    name: 'song.m4a',
    bytes: () =>
      m4aWith(
        textAtom('\xa9nam', title),
        textAtom('\xa9ART', 'Anna feat. Émile'),
        textAtom('aART', 'Various Artists'),
        textAtom('\xa9wrt', 'Bo'),
        textAtom('\xa9alb', 'Picnic'),
        bytesAtom('gnre', [0, 9]),
        bytesAtom('trkn', [0, 0, 0, 3, 0, 10, 0, 0]),
        bytesAtom('disk', [0, 0, 0, 2, 0, 3]),
        textAtom('\xa9day', '2016-05-01T07:00:00Z'),
        bytesAtom('cpil', [1], 'integer'),
        bytesAtom('pgap', [0], 'integer'),
        bytesAtom('tmpo', [0, 0], 'integer'),
        textAtom('\xa9too', 'iTunes 12.9'),
        freeAtom('iTunNORM', norm),
        freeAtom('iTunSMPB', ' 00000000 00000840 000001CA 00000000003F31F6'),
        textAtom('apID', 'somebody@example.org'),
        textAtom('cprt', '℗ 2016 Düne'),
        bytesAtom('stik', [1], 'integer'),
        coverAtom(cover),
      ),
    says: { ...says, lyricists: [], labels: [] },
    hasPicture: true,
  },
];

/** Mp3tag: ID3v2.3 in UTF-16 and ID3v1 unless told otherwise; an APEv2 of earlier times may be left beside them. */
const mp3tag: readonly TaggerFile[] = [
  {
    tagger: 'Mp3tag, ID3v2.3 in UTF-16 with ID3v1 and an older APEv2',
    name: 'song.mp3',
    bytes: () =>
      mp3With(
        {
          version: 3,
          padding: 512,
          frames: [
            textFrame('TIT2', title, 'utf16'),
            textFrame('TPE1', 'Anna feat. Émile', 'utf16'),
            textFrame('TALB', 'Picnic', 'utf16'),
            textFrame('TYER', '2016', 'utf16'),
            textFrame('TRCK', '03', 'utf16'),
            textFrame('TPOS', '2', 'utf16'),
            textFrame('TCON', 'Jazz', 'utf16'),
            commentFrame('', 'ripped in spring', 'utf16'),
            textFrame('TPE2', 'Various Artists', 'utf16'),
            textFrame('TCOM', 'Bo', 'utf16'),
            textFrame('TEXT', 'Cy', 'utf16'),
            textFrame('TPUB', 'Düne', 'utf16'),
            userFrame('MOOD', 'calm', 'utf16'),
            pictureFrame(),
          ],
        },
        apeTag({ title: 'Wolken', artists: ['Anna'], album: 'Picnic (old)', year: 2001, track: 9 }),
        id3v1Tag({ title: 'Wolken', artists: ['Anna'], album: 'Picnic', year: 2016, track: 3 }),
      ),
    says,
    hasPicture: true,
  },
];

/** foobar2000: lists of values; the album's artist in a field of the user's until 1.1.5, with a space in FLAC. */
const foobar2000: readonly TaggerFile[] = [
  {
    tagger: 'foobar2000 before 1.1.6, ID3v2.4',
    name: 'song.mp3',
    bytes: () =>
      mp3With({
        version: 4,
        frames: [
          textFrame('TIT2', title, 'utf8'),
          textFrame('TPE1', ['Anna', 'Émile'], 'utf8'),
          userFrame('ALBUM ARTIST', 'Various Artists', 'utf8'),
          textFrame('TALB', 'Picnic', 'utf8'),
          textFrame('TCON', ['Jazz', 'Shoegaze'], 'utf8'),
          textFrame('TDRC', '2016', 'utf8'),
          textFrame('TRCK', '3/10', 'utf8'),
          textFrame('TPOS', '2/3', 'utf8'),
          textFrame('TCOM', 'Bo', 'utf8'),
          userFrame('replaygain_track_gain', '-7.03 dB', 'utf8'),
          userFrame('replaygain_track_peak', '0.988', 'utf8'),
        ],
      }),
    says: { ...says, artists: ['Anna', 'Émile'], genres: ['Jazz', 'Shoegaze'], lyricists: [], labels: [] },
    hasPicture: false,
  },
  {
    tagger: 'foobar2000, FLAC',
    name: 'song.flac',
    bytes: () =>
      flacWith([
        `TITLE=${title}`,
        'ARTIST=Anna',
        'ARTIST=Émile',
        'ALBUM ARTIST=Various Artists',
        'ALBUM=Picnic',
        'DATE=2016',
        'GENRE=Jazz',
        'TRACKNUMBER=03',
        'TOTALTRACKS=10',
        'DISCNUMBER=2',
        'COMPOSER=Bo',
        'REPLAYGAIN_TRACK_GAIN=-7.03 dB',
      ]),
    says: { ...says, artists: ['Anna', 'Émile'], lyricists: [], labels: [] },
    hasPicture: false,
  },
  {
    tagger: 'foobar2000, APEv2 in an mp3',
    name: 'song.mp3',
    bytes: () =>
      mp3With(
        { version: 4, frames: [] },
        apeTag({
          title,
          artists: ['Anna', 'Émile'],
          albumArtists: ['Various Artists'],
          album: 'Picnic',
          year: 2016,
          track: 3,
          trackTotal: 10,
          disc: 2,
          genres: ['Jazz', 'Shoegaze'],
          composers: ['Bo'],
        }),
      ),
    says: { ...says, artists: ['Anna', 'Émile'], genres: ['Jazz', 'Shoegaze'], lyricists: [], labels: [] },
    hasPicture: false,
  },
];

const visit = 'Visit https://anna.bandcamp.com';

/** Bandcamp: few fields, the address of the artist as a comment, and a cover of the size that was sold. */
const bandcamp: readonly TaggerFile[] = [
  {
    tagger: 'Bandcamp, MP3',
    name: 'song.mp3',
    bytes: () =>
      mp3With({
        version: 3,
        frames: [
          textFrame('TIT2', title, 'utf16'),
          textFrame('TPE1', 'Anna feat. Émile', 'utf16'),
          textFrame('TPE2', 'Various Artists', 'utf16'),
          textFrame('TALB', 'Picnic', 'utf16'),
          textFrame('TRCK', '3', 'utf16'),
          textFrame('TYER', '2016', 'utf16'),
          commentFrame('', visit, 'utf16'),
          pictureFrame(largeCover),
        ],
      }),
    says: { ...says, ...nothingOf, discNumber: null },
    hasPicture: true,
  },
  {
    tagger: 'Bandcamp, FLAC',
    name: 'song.flac',
    bytes: () =>
      flacWith(
        [
          `TITLE=${title}`,
          'ARTIST=Anna feat. Émile',
          'ALBUMARTIST=Various Artists',
          'ALBUM=Picnic',
          'TRACKNUMBER=3',
          'DATE=2016',
          `COMMENT=${visit}`,
        ],
        { picture: largeCover, padding: 0 },
      ),
    says: { ...says, ...nothingOf, discNumber: null },
    hasPicture: true,
  },
];

/** Songs as these programs write them, by what is documented of each: none of them was at hand. */
export const taggerFiles: readonly TaggerFile[] = [
  ...picard,
  ...iTunes,
  ...mp3tag,
  ...foobar2000,
  ...bandcamp,
];
