import type { SongDetails } from '@tonearm/contract';
import { formatLength } from '../../lib/format-duration.ts';
import { musicTexts } from '../../texts/music.ts';

/** A part of what is known of a song, and its lines. */
export interface FactGroup {
  readonly key: 'tags' | 'file' | 'gain';
  readonly rows: readonly { readonly name: string; readonly value: string }[];
}

/** All that is known of a song, line by line; what is not known is left out. */
export const factGroupsOf = (details: SongDetails): readonly FactGroup[] =>
  [
    { key: 'tags' as const, rows: tagRows(details.tags) },
    { key: 'file' as const, rows: fileRows(details) },
    { key: 'gain' as const, rows: gainRows(details.gain) },
  ].filter(({ key, rows }) => key === 'tags' || rows.length > 0);

/** As they were read, by the names of the table of fields. */
const tagRows = (tags: SongDetails['tags']): FactGroup['rows'] =>
  Object.entries(tags).map(([name, value]) => ({
    name: readable(name),
    value: Array.isArray(value) ? value.join('\n') : String(value),
  }));

/** `albumArtistSort` as words: `Album artist sort`. */
const readable = (name: string): string => {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function fileRows({ song, file }: SongDetails): FactGroup['rows'] {
  const { facts } = musicTexts;
  return known([
    [facts.path, song.path],
    [facts.id, song.id],
    [facts.albumId, song.album_id],
    [facts.length, told(file.duration_ms, (ms) => formatLength(ms / 1000))],
    [facts.codec, file.codec],
    [facts.container, file.container],
    [facts.bitRate, told(file.bit_rate, musicTexts.kilobits)],
    [facts.sampleRate, told(file.sample_rate, musicTexts.hertz)],
    [facts.bits, told(file.bits_per_sample, String)],
    [facts.channels, told(file.channels, String)],
    [facts.size, musicTexts.bytes(file.size_bytes)],
    [facts.modified, dateOf(file.modified_at_ms)],
    [facts.added, dateOf(file.added_at * 1000)],
  ]);
}

function gainRows(gain: SongDetails['gain']): FactGroup['rows'] {
  const { facts } = musicTexts;
  if (gain === null) return [];
  return known([
    [facts.origin, musicTexts.gainOrigins[gain.origin]],
    [facts.trackGain, told(gain.track_db, musicTexts.decibels)],
    [facts.albumGain, told(gain.album_db, musicTexts.decibels)],
    [facts.trackPeak, told(gain.track_peak, (peak) => peak.toFixed(6))],
    [facts.albumPeak, told(gain.album_peak, (peak) => peak.toFixed(6))],
  ]);
}

const known = (rows: readonly (readonly [string, string | null])[]): FactGroup['rows'] =>
  rows.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));

const told = (value: number | null, write: (value: number) => string): string | null =>
  value === null ? null : write(value);

const dates = /* @__PURE__ */ new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const dateOf = (atMs: number): string => dates.format(atMs);
