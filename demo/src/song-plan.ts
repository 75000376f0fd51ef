import type { SongTags } from '@tonearm/song-files';
import { ALBUMS } from './album-list.ts';
import { ANTHOLOGY } from './anthology.ts';
import type { CoverName } from './covers/index.ts';
import type { DemoAlbum, DemoSong } from './demo-album.ts';
import { LOUDNESS } from './loudness.ts';
import type { StyleName } from './score/styles.ts';

/** A song of the demo with all that its file needs. */
export interface PlannedSong {
  /** Inside the collection, with `/`. */
  path: string;
  format: 'mp3' | 'ogg' | 'opus' | 'm4a' | 'wav' | 'flac';
  tags: SongTags;
  /** What to play; or which file of `samples/demo` holds it already. */
  sound: { song: DemoSong; style: StyleName } | { sample: string };
  isEmbedded: boolean;
}

/** An album of the demo with its songs. */
export interface PlannedAlbum {
  folder: string;
  cover: CoverName;
  coverFile: 'Folder.jpg' | 'Folder.png' | undefined;
  songs: PlannedSong[];
}

const twoDigits = (number: number) => `${number}`.padStart(2, '0');
const fileName = (text: string) => text.replace(/[/:?]/g, '_');

/** Every album that the demo consists of. */
export function planCollection(): PlannedAlbum[] {
  return [...ALBUMS.map(planAlbum), planAnthology()].map(withLoudness);
}

/** What ReplayGain brings music to, and R128, in LUFS. */
const wantedLoudness = { replayGain: -18, r128: -23 };

/** Gains as ReplayGain writes them; in Opus as R128 does, where no other is allowed. */
function withLoudness(album: PlannedAlbum): PlannedAlbum {
  const loudness = LOUDNESS[album.folder];
  if (!loudness) return album;
  const gain = (lufs: number) => `${(wantedLoudness.replayGain - lufs).toFixed(2)} dB`;
  const r128 = (lufs: number) => Math.round((wantedLoudness.r128 - lufs) * 256);
  const peak = (decibels: number) => (10 ** (decibels / 20)).toFixed(6);
  const albumPeak = peak(Math.max(...loudness.songs.map(([, decibels]) => decibels)));
  const songs = album.songs.map((song, at): PlannedSong => {
    const [lufs, decibels] = loudness.songs[at] ?? [wantedLoudness.replayGain, 0];
    if (song.format === 'opus') {
      const comments = { R128_TRACK_GAIN: [r128(lufs)], R128_ALBUM_GAIN: [r128(loudness.album)] };
      return { ...song, tags: { ...song.tags, comments: { ...song.tags.comments, ...comments } } };
    }
    const gains = {
      replayGain: gain(lufs),
      trackPeak: peak(decibels),
      albumGain: gain(loudness.album),
      albumPeak,
    };
    return { ...song, tags: { ...song.tags, ...gains } };
  });
  return { ...album, songs };
}

function planAlbum(album: DemoAlbum): PlannedAlbum {
  const shown = album.edition === undefined ? album.title : `${album.title} (${album.edition})`;
  const folder = `${fileName(album.artist)}/${fileName(shown)}`;
  const discTotal = Math.max(...album.songs.map(({ disc }) => disc ?? 1));
  const songs = album.songs.map((song): PlannedSong => {
    const onDisc = album.songs.filter(({ disc }) => disc === song.disc);
    const track = onDisc.indexOf(song) + 1;
    const tags: SongTags = {
      title: song.title,
      artists: song.artists ?? [album.artist],
      albumArtists: [album.artist],
      album: album.title,
      year: album.year,
      track,
      trackTotal: onDisc.length,
      genres: album.genres,
      labels: [album.label],
    };
    if (song.composer) tags.composers = [song.composer];
    if (song.lyricist) tags.lyricists = [song.lyricist];
    if (song.lyrics) tags.lyrics = song.lyrics;
    tags.comments = commentsOf(album, song);
    if (song.disc) Object.assign(tags, { disc: song.disc, discTotal });
    const disc = song.disc ? `${song.disc}-` : '';
    return {
      path: `${folder}/${disc}${twoDigits(track)} - ${fileName(song.title)}.${album.format}`,
      format: album.format,
      tags,
      sound: { song, style: album.style },
      isEmbedded: album.isEmbedded,
    };
  });
  return { folder, cover: album.cover, coverFile: album.coverFile, songs };
}

/** What only Vorbis comments are asked for. */
function commentsOf(album: DemoAlbum, song: DemoSong): NonNullable<SongTags['comments']> {
  const { movement, performers = [], conductor } = song;
  return {
    ...(album.edition !== undefined && { ALBUMVERSION: [album.edition] }),
    ...(album.firstYear !== undefined && { ORIGINALDATE: [album.firstYear] }),
    ...(performers.length > 0 && { PERFORMER: performers }),
    ...(conductor !== undefined && { CONDUCTOR: [conductor] }),
    ...(movement !== undefined && {
      WORK: [movement.work],
      MOVEMENT: [movement.number],
      MOVEMENTTOTAL: [movement.of],
      MOVEMENTNAME: [movement.name],
    }),
  };
}

function planAnthology(): PlannedAlbum {
  const folder = 'Various Artists/A Pocket Anthology';
  const songs = ANTHOLOGY.map((piece, index): PlannedSong => {
    const track = index + 1;
    return {
      path: `${folder}/${twoDigits(track)} - ${fileName(piece.title)}.${piece.format}`,
      format: piece.format,
      tags: {
        title: piece.title,
        artists: piece.artists,
        albumArtists: ['Various Artists'],
        album: 'A Pocket Anthology',
        year: 2020,
        track,
        trackTotal: ANTHOLOGY.length,
        genres: ['Sampler'],
        composers: [piece.composer ?? 'Traditional'],
        labels: ['Low Tide'],
        compilation: true,
      },
      sound: { sample: piece.file },
      isEmbedded: true,
    };
  });
  return { folder, cover: 'ribbons', coverFile: 'Folder.jpg', songs };
}
