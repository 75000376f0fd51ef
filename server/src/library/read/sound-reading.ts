import type Database from 'better-sqlite3';
import { parseVirtualPath, splitLast } from '../../platform/paths/virtual-path.ts';
import { idText } from '../model/public-id.ts';
import { moreTags } from '../model/song-facts.ts';
import { createTogether } from '../together.ts';
import type { Gain } from './music/music-reading.ts';
import { gainOf } from './music/music-rows.ts';

/** What tells the sound of a song, whatever its path. */
export interface SoundIdentity {
  /** The song's id that clients keep: it stays through moves and other tags. Null until it has one. */
  readonly id: string | null;
  /** Another one whenever the file holds other sound. */
  readonly stamp: string;
}

/** The sound of a song. */
export interface SongSound extends SoundIdentity {
  readonly path: string;
  /** Of the sound: without what an encoder of MP3 put before and after it, where that is known. */
  readonly durationMs: number | null;
  readonly codec: string | null;
  readonly container: string | null;
  /** Bits a second. */
  readonly bitRate: number | null;
  readonly sampleRate: number | null;
  readonly channels: number | null;
  readonly encoderDelay: number | null;
  readonly encoderPadding: number | null;
  readonly totalSamples: number | null;
  /** As its tags say. */
  readonly gain: Gain | null;
  /** The number of its album, which changes when the library is made anew. */
  readonly albumId: number | null;
}

/** Songs in a window of numbers. */
interface SoundWindow {
  readonly songs: readonly SongSound[];
  readonly nextId: number;
  /** The greatest number there is. */
  readonly lastId: number;
}

/** Reads what is known of the sound of songs. */
export interface SoundReading {
  /** In the order of the paths, null for each song that is not there. Up to 1,000 a call. */
  find(paths: readonly string[]): Promise<readonly (SongSound | null)[]>;
  /** Every song of an album that is there. */
  ofAlbum(albumId: number): Promise<readonly SoundIdentity[]>;
  /** Songs whose numbers lie in a window above `afterId`; null when none lies above at all. */
  after(afterId: number): Promise<SoundWindow | null>;
}

interface Row {
  readonly name: string;
  readonly virtual_path: string;
  readonly public_id: Buffer | null;
  readonly stamp: Buffer | null;
  readonly duration_ms: number | null;
  readonly codec: string | null;
  readonly container: string | null;
  readonly bit_rate: number | null;
  readonly sample_rate: number | null;
  readonly channels: number | null;
  readonly encoder_delay: number | null;
  readonly encoder_padding: number | null;
  readonly total_samples: number | null;
  readonly more: string | null;
  readonly album_id: number | null;
}

/** Tags do not change the sound; where the container does not tell where it lies, all of the file counts. */
const stampColumn = 'coalesce(s.sound_key, s.content_key) AS stamp';

const columns = `s.name, d.virtual_path, s.public_id, ${stampColumn}, s.duration_ms, s.codec, s.container, s.bit_rate,
  s.sample_rate, s.channels, s.encoder_delay, s.encoder_padding, s.total_samples, s.more, s.album_id`;

const windowSize = 500;

const identityFromRow = (row: Pick<Row, 'public_id' | 'stamp'>): SoundIdentity => ({
  id: row.public_id === null ? null : idText(row.public_id),
  stamp: row.stamp?.toString('hex') ?? '',
});

/** Frames of MP3 hold more than the sound: at low rates a fifth of a second. */
const soundMsOf = (row: Row): number | null =>
  row.codec === 'mp3' && row.total_samples !== null && row.sample_rate !== null
    ? Math.round((row.total_samples * 1000) / row.sample_rate)
    : row.duration_ms;

const soundFromRow = (row: Row): SongSound => ({
  ...identityFromRow(row),
  path: `${row.virtual_path}/${row.name}`,
  durationMs: soundMsOf(row),
  codec: row.codec,
  container: row.container,
  bitRate: row.bit_rate,
  sampleRate: row.sample_rate,
  channels: row.channels,
  encoderDelay: row.encoder_delay,
  encoderPadding: row.encoder_padding,
  totalSamples: row.total_samples,
  gain: gainOf(moreTags(row.more)),
  albumId: row.album_id,
});

/** Over the reading connection to the library. */
export const createSoundReading = (raw: Database.Database): SoundReading => {
  const together = createTogether(raw);
  const byPath = raw.prepare<[string, string], Row>(
    `SELECT ${columns} FROM directories AS d CROSS JOIN songs AS s ON s.directory_id = d.id
     WHERE d.virtual_path = ? AND s.name = ? AND s.missing_since_ms IS NULL`,
  );
  const ofAlbum = raw.prepare<[number], Pick<Row, 'public_id' | 'stamp'>>(
    `SELECT s.public_id, ${stampColumn} FROM songs AS s WHERE s.album_id = ? AND s.missing_since_ms IS NULL`,
  );
  const firstAbove = raw
    .prepare<[number], number>('SELECT id FROM songs WHERE id > ? ORDER BY id LIMIT 1')
    .pluck();
  const last = raw.prepare<[], number>('SELECT MAX(id) FROM songs').pluck();
  const between = raw.prepare<[number, number], Row>(
    `SELECT ${columns} FROM songs AS s CROSS JOIN directories AS d ON d.id = s.directory_id
     WHERE s.id > ? AND s.id <= ? AND s.missing_since_ms IS NULL ORDER BY s.id`,
  );
  const find = (path: string): SongSound | null => {
    const parts = parseVirtualPath(path);
    if (parts === null || parts.length < 2) return null;
    const { folder, name } = splitLast(path);
    const row = byPath.get(folder, name);
    return row === undefined ? null : soundFromRow(row);
  };
  return {
    find: async (paths) => together(() => paths.map(find)),
    ofAlbum: async (albumId) => ofAlbum.all(albumId).map(identityFromRow),
    after: async (afterId) => {
      const first = firstAbove.get(afterId);
      if (first === undefined) return null;
      const nextId = first + windowSize;
      const songs = between.all(first - 1, nextId).map(soundFromRow);
      return { songs, nextId, lastId: last.get() ?? nextId };
    },
  };
};
