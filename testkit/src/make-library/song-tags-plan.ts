import type { Random, SongTags } from '@tonearm/song-files';
import type { Album } from './albums.ts';
import { latinTitle } from './titles.ts';
import { FIRST_NAMES, LAST_NAMES } from './words.ts';

/** A song before it is known how it will be tagged. */
export interface PlannedSong {
  disc: number;
  track: number;
  title: string;
  artist: string;
  guest: string | undefined;
  composer: string;
}

const twoDigits = (number: number) => `${number}`.padStart(2, '0');

/** The tags of one song, as they will be written; `hasLists` says whether the container holds lists. */
export function planTags(album: Album, song: PlannedSong, hasLists: boolean): SongTags {
  if (album.tagging === 'none') return {};
  const { random } = album;
  const tags: SongTags = { title: song.title, artists: [song.artist], album: album.title };
  if (song.guest) {
    tags.artists =
      hasLists && random.chance(0.5) ? [song.artist, song.guest] : [`${song.artist} feat. ${song.guest}`];
  }
  if (album.isCompilation || random.chance(0.6)) tags.albumArtists = [album.artist.name];
  tags.year = album.year;
  if (album.hasFullDate && hasLists) tags.date = `${album.year}-05-${twoDigits(random.int(1, 28))}`;
  addNumbers(tags, album, song);
  tags.genres = hasLists ? album.genres : album.genres.slice(0, 1);
  addExtras(tags, album, song);
  if (album.tagging === 'partial') forget(tags, random);
  return tags;
}

function addNumbers(tags: SongTags, album: Album, song: PlannedSong): void {
  const { random } = album;
  tags.track = song.track;
  if (random.chance(0.6)) tags.trackTotal = album.lengths[song.disc - 1] ?? 0;
  if (album.discs > 1 || random.chance(0.3)) {
    tags.disc = song.disc;
    tags.discTotal = album.discs;
  }
}

function addExtras(tags: SongTags, album: Album, song: PlannedSong): void {
  const { random } = album;
  if (album.hasComposer) tags.composers = [song.composer];
  if (album.hasComposer && random.chance(0.3)) {
    tags.lyricists = [`${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`];
  }
  if (album.label) tags.labels = [album.label];
  if (album.isCompilation) tags.compilation = true;
  if (album.hasReplayGain) tags.replayGain = `-${(random.unit() * 9).toFixed(2)} dB`;
  if (random.chance(0.02)) tags.lyrics = Array.from({ length: 8 }, () => latinTitle(random)).join('\n');
}

/** Leaves out some tags, as a careless person does. */
function forget(tags: SongTags, random: Random): void {
  for (const name of ['title', 'artists', 'album', 'year', 'track', 'genres'] as const) {
    if (random.chance(0.3)) delete tags[name];
  }
  delete tags.date;
  if (!tags.artists) delete tags.albumArtists;
  if (!tags.track) delete tags.trackTotal;
}
