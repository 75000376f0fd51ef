import type { MusicSong } from '../../library/read/music/music-reading.ts';
import { audioTypeOf } from '../../platform/paths/audio-formats.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { dateOf } from './dates.ts';
import { wireId } from './ids.ts';
import {
  genreNodes,
  type Links,
  type Marks,
  markNode,
  type Pictures,
  positive,
  type ShapingDeps,
  seconds,
  shown,
} from './node-parts.ts';
import { type Joined, type Members, membersOf } from './wire/joined.ts';
import type { Node } from './wire/tree.ts';

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

/** What is asked of one thing after the other, mostly of the same: made once for those that stand together. */
const keepingLast = <Of extends readonly unknown[]>(make: (...of: Of) => Node): ((...of: Of) => Members) => {
  let last: Of | undefined;
  let made: Members | undefined;
  return (...of) => {
    if (made === undefined || last === undefined || of.some((value, at) => value !== last?.[at]))
      made = membersOf(make(...of));
    last = of;
    return made;
  };
};

/** What songs of one folder, album, people and genres have in common. */
const createAlbumMembers = ({ linkNode, linkNodes }: Links) =>
  keepingLast(
    (
      parent: string,
      album: string,
      albumId: string,
      credits: MusicSong['credits'],
      owners: MusicSong['albumArtists'],
      genres: MusicSong['genres'],
    ): Node => {
      const own = linkNodes(credits.filter(({ role }) => role === 'artist'));
      const albumArtists = owners.length === 0 ? own : linkNodes(owners);
      return {
        parent: wireId('folder', parent),
        isDir: false,
        isVideo: false,
        type: 'music',
        mediaType: 'song',
        album,
        albumId: wireId('album', albumId),
        artist: shown(own),
        artistId: own[0]?.id,
        genre: genres[0]?.name,
        displayArtist: shown(own),
        displayAlbumArtist: shown(albumArtists),
        displayComposer: credits
          .filter(({ role }) => role === 'composer')
          .map(({ name }) => name)
          .join(', '),
        artists: own,
        albumArtists,
        contributors: credits.flatMap((credit): Node[] => {
          const role = contributorRoles[credit.role];
          return role === undefined
            ? []
            : [{ role, subRole: credit.instrument ?? undefined, artist: linkNode(credit) }];
        }),
        genres: genreNodes(genres.map(({ name }) => name)),
      };
    },
  );

/** So many kinds of files are known at once. */
const mostKinds = 1000;

/** What files of one kind have in common. Folders hold files of several, so that they come in turns. */
const createSoundMembers = () => {
  const kinds = new Map<string, Members>();
  return (suffix: string, { bitsPerSample, sampleRate, channels }: MusicSong): Members => {
    const kind = `${suffix} ${bitsPerSample} ${sampleRate} ${channels}`;
    const known = kinds.get(kind);
    if (known !== undefined) return known;
    if (kinds.size >= mostKinds) kinds.clear();
    const made = membersOf({
      suffix,
      contentType: audioTypeOf(`.${suffix}`, null),
      bitDepth: bitsPerSample ?? 0,
      samplingRate: sampleRate ?? 0,
      channelCount: channels ?? 0,
    });
    kinds.set(kind, made);
    return made;
  };
};

const movementsOf = (song: MusicSong): Node[] =>
  song.movementName === null
    ? []
    : [
        {
          name: song.movementName,
          number: positive(song.movementNumber),
          count: positive(song.movementCount),
        },
      ];

/** What few songs have. */
const rareNode = (song: MusicSong): Node => ({
  bpm: song.bpm ?? 0,
  comment: song.comment ?? '',
  sortName: song.sortTitle ?? '',
  explicitStatus: song.isExplicit ? 'explicit' : '',
  isrc: song.isrcs,
  moods: song.moods,
  groupings: song.groupings,
  works: song.work === null ? [] : [{ name: song.work, musicBrainzId: song.mbWorks[0] }],
  movements: movementsOf(song),
});

const isOrdinary = (song: MusicSong): boolean =>
  song.bpm === null &&
  song.comment === null &&
  song.sortTitle === null &&
  !song.isExplicit &&
  song.isrcs.length === 0 &&
  song.moods.length === 0 &&
  song.groupings.length === 0 &&
  song.work === null &&
  song.movementName === null;

/** What most songs have in place of it. */
const createRareMembers = () => {
  let ordinary: Members | undefined;
  return (song: MusicSong): Members => {
    if (!isOrdinary(song)) return membersOf(rareNode(song));
    ordinary ??= membersOf(rareNode(song));
    return ordinary;
  };
};

const unmarked = markNode(undefined);

/** What no other song has, and what somebody made of it. */
const ownNode = (
  song: MusicSong,
  { name, coverArt, mark }: { name: string; coverArt: string | undefined; mark: Node },
): Node => ({
  id: wireId('song', song.id),
  title: song.title ?? baseName(name),
  track: positive(song.trackNumber),
  discNumber: positive(song.discNumber),
  year: positive(song.year),
  coverArt,
  size: song.sizeBytes,
  duration: seconds(song.durationMs),
  bitRate: bitRateOf(song),
  path: song.path,
  created: dateOf(song.addedAt),
  // One by one: an object that takes in another takes several times as long to make.
  playCount: mark['playCount'],
  played: mark['played'],
  starred: mark['starred'],
  userRating: mark['userRating'],
  averageRating: mark['averageRating'],
  bookmarkPosition: mark['bookmarkPosition'],
  musicBrainzId: song.mbRecording ?? '',
  replayGain: {
    trackGain: song.gain?.trackGainDb ?? undefined,
    albumGain: song.gain?.albumGainDb ?? undefined,
    trackPeak: song.gain?.trackPeak ?? undefined,
    albumPeak: song.gain?.albumPeak ?? undefined,
  },
});

/** Songs. */
export const createSongParts = (links: Links, folderIdOf: ShapingDeps['folderIdOf']) => {
  const albumMembers = createAlbumMembers(links);
  const soundMembers = createSoundMembers();
  const rareMembers = createRareMembers();
  return (song: MusicSong, { marks, pictures }: { marks: Marks; pictures: Pictures }): Joined => {
    const { folder, name } = splitLast(song.path);
    const parent = folderIdOf(folder);
    const album = song.albumTitle ?? splitLast(folder).name;
    const albumId = song.albumId ?? parent;
    const mark = marks.get(song.id);
    return {
      common: [
        albumMembers(parent, album, albumId, song.credits, song.albumArtists, song.genres),
        soundMembers(suffixOf(name), song),
        rareMembers(song),
      ],
      own: ownNode(song, {
        name,
        coverArt: links.coverOfSong(song, pictures),
        mark: mark === undefined ? unmarked : markNode(mark),
      }),
    };
  };
};
