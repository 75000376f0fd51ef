import type { ListedSong } from '../../library/read/music/music-reading.ts';
import { audioTypeOf } from '../../platform/paths/audio-formats.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { dateOf } from './dates.ts';
import { wireId } from './ids.ts';
import {
  genreNodes,
  type Links,
  type Mark,
  markNode,
  type Pictures,
  positive,
  type ShapingDeps,
  seconds,
  shown,
} from './node-parts.ts';
import type { EntryText } from './wire/entries-bytes.ts';
import { membersOf } from './wire/joined.ts';
import type { Node } from './wire/tree.ts';
import { jsonOf } from './wire/write-json.ts';

const bitsPerKilobit = 1000;

const baseName = (name: string): string => name.replace(/\.[^.]*$/, '');

const suffixOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const bitRateOf = (song: ListedSong): number | undefined => {
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
const keepingLast = <Of extends readonly unknown[]>(make: (...of: Of) => Node): ((...of: Of) => string) => {
  let last: Of | undefined;
  let made: string | undefined;
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
      credits: ListedSong['credits'],
      owners: ListedSong['albumArtists'],
      genres: ListedSong['genres'],
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
  const kinds = new Map<string, string>();
  return (suffix: string, { bitsPerSample, sampleRate, channels }: ListedSong): string => {
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

const movementsOf = (song: ListedSong): Node[] =>
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
const rareNode = (song: ListedSong): Node => ({
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

const isOrdinary = (song: ListedSong): boolean =>
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
  let ordinary: string | undefined;
  return (song: ListedSong): string => {
    if (!isOrdinary(song)) return membersOf(rareNode(song));
    ordinary ??= membersOf(rareNode(song));
    return ordinary;
  };
};

/** The time at which songs came: those that stand together mostly came in the same second. */
const createDateText = () => {
  let last = Number.NaN;
  let text = '';
  return (seconds: number): string => {
    if (seconds !== last) text = dateOf(seconds);
    last = seconds;
    return text;
  };
};

/** `,"key":number` of a number that is known. */
const numberText = (key: string, value: number | null | undefined): string =>
  value === null || value === undefined ? '' : `,"${key}":${value}`;

const gainText = (gain: ListedSong['gain']): string => {
  if (gain === null) return '{}';
  const parts =
    numberText('trackGain', gain.trackGainDb) +
    numberText('albumGain', gain.albumGainDb) +
    numberText('trackPeak', gain.trackPeak) +
    numberText('albumPeak', gain.albumPeak);
  return `{${parts.slice(1)}}`;
};

/** Members of what somebody made of a song, with a comma before; '' for none. */
export const marksText = (mark: Mark | undefined): string => {
  if (mark === undefined) return '';
  const members = membersOf(markNode(mark));
  return members === '' ? '' : `,${members}`;
};

/** Songs as JSON, without an object of all that is in each: most of what a whole collection costs would be those. */
export const createSongTexts = (links: Links, folderIdOf: ShapingDeps['folderIdOf']) => {
  const albumMembers = createAlbumMembers(links);
  const soundMembers = createSoundMembers();
  const rareMembers = createRareMembers();
  const dateText = createDateText();
  /** What no other song has, before what somebody made of it. */
  const ownBefore = (song: ListedSong, name: string, pictures: Pictures): string => {
    const coverArt = links.coverOfSong(song, pictures);
    return (
      `"id":"${wireId('song', song.id)}","title":${jsonOf(song.title ?? baseName(name))}` +
      numberText('track', positive(song.trackNumber)) +
      numberText('discNumber', positive(song.discNumber)) +
      numberText('year', positive(song.year)) +
      (coverArt === undefined ? '' : `,"coverArt":"${coverArt}"`) +
      `,"size":${song.sizeBytes},"duration":${seconds(song.durationMs)}` +
      numberText('bitRate', bitRateOf(song)) +
      `,"path":${jsonOf(song.path)},"created":"${dateText(song.addedAt)}"`
    );
  };
  return (song: ListedSong, pictures: Pictures): EntryText => {
    const { folder, name } = splitLast(song.path);
    const parent = folderIdOf(folder);
    const album = song.albumTitle ?? splitLast(folder).name;
    const ofAlbum = albumMembers(
      parent,
      album,
      song.albumId ?? parent,
      song.credits,
      song.albumArtists,
      song.genres,
    );
    const ofSound = soundMembers(suffixOf(name), song);
    const recording = song.mbRecording === null ? '""' : jsonOf(song.mbRecording);
    return {
      before: `{${ofAlbum},${ofSound},${rareMembers(song)},${ownBefore(song, name, pictures)}`,
      behind: `,"musicBrainzId":${recording},"replayGain":${gainText(song.gain)}}`,
    };
  };
};
