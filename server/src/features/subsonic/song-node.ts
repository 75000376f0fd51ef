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

/** What OpenSubsonic has beyond REST 1.16. */
const openFields = (
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
): Node => {
  const composers = song.credits.filter(({ role }) => role === 'composer');
  return {
    mediaType: 'song',
    displayArtist: shown(own),
    displayAlbumArtist: shown(albumArtists),
    displayComposer: composers.map((one) => one.name).join(', '),
    artists: own,
    albumArtists,
    contributors: song.credits.flatMap((credit): Node[] => {
      const role = contributorRoles[credit.role];
      return role === undefined
        ? []
        : [{ role, subRole: credit.instrument ?? undefined, artist: linkNode(credit) }];
    }),
    genres: genreNodes(genres),
    bitDepth: song.bitsPerSample ?? 0,
    samplingRate: song.sampleRate ?? 0,
    channelCount: song.channels ?? 0,
    bpm: song.bpm ?? 0,
    comment: song.comment ?? '',
    sortName: song.sortTitle ?? '',
    musicBrainzId: song.mbRecording ?? '',
    isrc: song.isrcs,
    moods: song.moods,
    groupings: song.groupings,
    works: song.work === null ? [] : [{ name: song.work, musicBrainzId: song.mbWorks[0] }],
    movements:
      song.movementName === null
        ? []
        : [
            {
              name: song.movementName,
              number: positive(song.movementNumber),
              count: positive(song.movementCount),
            },
          ],
    explicitStatus: song.isExplicit ? 'explicit' : '',
    replayGain: {
      trackGain: song.gain?.trackGainDb ?? undefined,
      albumGain: song.gain?.albumGainDb ?? undefined,
      trackPeak: song.gain?.trackPeak ?? undefined,
      albumPeak: song.gain?.albumPeak ?? undefined,
    },
  };
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
    const title = song.title ?? baseName(name);
    return {
      id: wireId('song', song.id),
      parent: wireId('folder', parent),
      isDir: false,
      isVideo: false,
      type: 'music',
      title,
      album: song.albumTitle ?? splitLast(folder).name,
      albumId: wireId('album', song.albumId ?? parent),
      artist: shown(own),
      artistId: own[0]?.id,
      track: positive(song.trackNumber),
      discNumber: positive(song.discNumber),
      year: positive(song.year),
      genre: genres[0],
      coverArt: coverOfSong(song, pictures),
      size: song.sizeBytes,
      suffix: suffixOf(name),
      contentType: audioTypeOf(name, null),
      duration: seconds(song.durationMs),
      bitRate: bitRateOf(song),
      path: song.path,
      created: dateOf(song.addedAt),
      ...markNode(marks.get(song.id)),
      ...openFields(song, { linkNode, own, albumArtists, genres }),
    };
  };
};
