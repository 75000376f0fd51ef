import type { MusicSong } from '../../library/read/music/music-reading.ts';
import { audioTypeOf } from '../../platform/paths/audio-formats.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { dateOf } from './dates.ts';
import { wireId } from './ids.ts';
import {
  genreNodes,
  type LinkNode,
  type Links,
  type Marks,
  markNode,
  type Pictures,
  positive,
  type ShapingDeps,
  seconds,
  shown,
} from './node-parts.ts';
import type { Node, Tree } from './wire/tree.ts';

const bitsPerKilobit = 1000;

const baseName = (name: string): string => name.replace(/\.[^.]*$/, '');

const suffixOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const bitRateOf = (song: MusicSong): number | undefined => {
  if (song.bitRate !== null) return Math.round(song.bitRate / bitsPerKilobit);
  const ms = song.durationMs ?? 0;
  return ms === 0 ? undefined : Math.round((song.sizeBytes * 8) / ms);
};

/** Roles of a song that are told as contributors, as the protocol calls them. */
const contributorRoles: Readonly<Record<string, string>> = {
  composer: 'composer',
  lyricist: 'lyricist',
  conductor: 'conductor',
  performer: 'performer',
  remixer: 'remixer',
  producer: 'producer',
  arranger: 'arranger',
  djMixer: 'djmixer',
};

/**
 * Every key of a song in the order in which it goes out. Songs are copies of it that are filled: an object that is put
 * together of several takes five times as long to make and a third longer to write.
 */
const blankSong = {
  id: undefined,
  parent: undefined,
  isDir: undefined,
  isVideo: undefined,
  type: undefined,
  title: undefined,
  album: undefined,
  albumId: undefined,
  artist: undefined,
  artistId: undefined,
  track: undefined,
  discNumber: undefined,
  year: undefined,
  genre: undefined,
  coverArt: undefined,
  size: undefined,
  suffix: undefined,
  contentType: undefined,
  duration: undefined,
  bitRate: undefined,
  path: undefined,
  created: undefined,
  playCount: undefined,
  played: undefined,
  starred: undefined,
  userRating: undefined,
  averageRating: undefined,
  bookmarkPosition: undefined,
  mediaType: undefined,
  displayArtist: undefined,
  displayAlbumArtist: undefined,
  displayComposer: undefined,
  artists: undefined,
  albumArtists: undefined,
  contributors: undefined,
  genres: undefined,
  bitDepth: undefined,
  samplingRate: undefined,
  channelCount: undefined,
  bpm: undefined,
  comment: undefined,
  sortName: undefined,
  musicBrainzId: undefined,
  isrc: undefined,
  moods: undefined,
  groupings: undefined,
  works: undefined,
  movements: undefined,
  explicitStatus: undefined,
  replayGain: undefined,
};

/** A song while it is filled. */
type SongNode = { -readonly [Key in keyof typeof blankSong]: Tree | undefined };

/** What OpenSubsonic has beyond REST 1.16. */
const fillOpen = (
  node: SongNode,
  song: MusicSong,
  {
    linkNode,
    own,
    albumArtists,
    genres,
  }: {
    linkNode: Links['linkNode'];
    own: readonly LinkNode[];
    albumArtists: readonly LinkNode[];
    genres: readonly string[];
  },
): void => {
  const composers = song.credits.filter(({ role }) => role === 'composer');
  node.mediaType = 'song';
  node.displayArtist = shown(own);
  node.displayAlbumArtist = shown(albumArtists);
  node.displayComposer = composers.map((one) => one.name).join(', ');
  node.artists = own;
  node.albumArtists = albumArtists;
  node.contributors = song.credits.flatMap((credit): Node[] => {
    const role = contributorRoles[credit.role];
    return role === undefined
      ? []
      : [{ role, subRole: credit.instrument ?? undefined, artist: linkNode(credit) }];
  });
  node.genres = genreNodes(genres);
  node.bitDepth = song.bitsPerSample ?? 0;
  node.samplingRate = song.sampleRate ?? 0;
  node.channelCount = song.channels ?? 0;
  node.bpm = song.bpm ?? 0;
  node.comment = song.comment ?? '';
  node.sortName = song.sortTitle ?? '';
  node.musicBrainzId = song.mbRecording ?? '';
  node.isrc = song.isrcs;
  node.moods = song.moods;
  node.groupings = song.groupings;
  node.works = song.work === null ? [] : [{ name: song.work, musicBrainzId: song.mbWorks[0] }];
  node.movements =
    song.movementName === null
      ? []
      : [
          {
            name: song.movementName,
            number: positive(song.movementNumber),
            count: positive(song.movementCount),
          },
        ];
  node.explicitStatus = song.isExplicit ? 'explicit' : '';
  node.replayGain = {
    trackGain: song.gain?.trackGainDb ?? undefined,
    albumGain: song.gain?.albumGainDb ?? undefined,
    trackPeak: song.gain?.trackPeak ?? undefined,
    albumPeak: song.gain?.albumPeak ?? undefined,
  };
};

/** What somebody made of it. */
const fillMarks = (node: SongNode, marks: Node): void => {
  node.playCount = marks['playCount'];
  node.played = marks['played'];
  node.starred = marks['starred'];
  node.userRating = marks['userRating'];
  node.averageRating = marks['averageRating'];
  node.bookmarkPosition = marks['bookmarkPosition'];
};

/** Songs. */
export const createSongNode = (
  { linkNode, linkNodes, coverOfSong }: Links,
  folderIdOf: ShapingDeps['folderIdOf'],
) => {
  return (song: MusicSong, { marks, pictures }: { marks: Marks; pictures: Pictures }): Node => {
    const { folder, name } = splitLast(song.path);
    const parent = folderIdOf(folder);
    const own = linkNodes(song.credits.filter(({ role }) => role === 'artist'));
    const albumArtists = song.albumArtists.length === 0 ? own : linkNodes(song.albumArtists);
    const genres = song.genres.map((genre) => genre.name);
    const node: SongNode = { ...blankSong };
    node.id = wireId('song', song.id);
    node.parent = wireId('folder', parent);
    node.isDir = false;
    node.isVideo = false;
    node.type = 'music';
    node.title = song.title ?? baseName(name);
    node.album = song.albumTitle ?? splitLast(folder).name;
    node.albumId = wireId('album', song.albumId ?? parent);
    node.artist = shown(own);
    node.artistId = own[0]?.id;
    node.track = positive(song.trackNumber);
    node.discNumber = positive(song.discNumber);
    node.year = positive(song.year);
    node.genre = genres[0];
    node.coverArt = coverOfSong(song, pictures);
    node.size = song.sizeBytes;
    node.suffix = suffixOf(name);
    node.contentType = audioTypeOf(name, null);
    node.duration = seconds(song.durationMs);
    node.bitRate = bitRateOf(song);
    node.path = song.path;
    node.created = dateOf(song.addedAt);
    fillMarks(node, markNode(marks.get(song.id)));
    fillOpen(node, song, { linkNode, own, albumArtists, genres });
    return node;
  };
};
