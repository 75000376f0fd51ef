import type { SoundFacts, SoundGain } from '@tonearm/contract';
import type { SongSound, SoundReading } from '../../library/read/sound-reading.ts';
import type { AnalysisStore } from './analysis-store.ts';
import { gainOfLoudness, integratedLoudness, joinBlocks, type LoudnessBlocks } from './loudness.ts';
import { keyOf } from './measuring.ts';

interface AlbumLevel {
  readonly gainDb: number | null;
  readonly peak: number | null;
}

const unknownLevel: AlbumLevel = { gainDb: null, peak: null };

const factsToWire = (song: SongSound, gain: SoundGain | null): SoundFacts => ({
  path: song.path,
  duration_ms: song.durationMs,
  codec: song.codec,
  container: song.container,
  bit_rate: song.bitRate,
  sample_rate: song.sampleRate,
  channels: song.channels,
  encoder_delay: song.encoderDelay,
  encoder_padding: song.encoderPadding,
  total_samples: song.totalSamples,
  gain,
});

const gainOfTags = ({ gain }: SongSound): SoundGain | null => {
  if (gain === null || (gain.trackGainDb === null && gain.albumGainDb === null)) return null;
  return {
    origin: 'tags',
    track_db: gain.trackGainDb,
    album_db: gain.albumGainDb,
    track_peak: gain.trackPeak,
    album_peak: gain.albumPeak,
  };
};

/** Answers what players need to know of songs. */
export const createSoundFacts = (deps: {
  readonly sound: Pick<SoundReading, 'find' | 'ofAlbum'>;
  readonly store: Pick<AnalysisStore, 'findMeasured' | 'findBlocks'>;
}) => {
  const { sound, store } = deps;

  /** Of an album as a whole: only when each of its songs was measured. */
  const levelOfAlbum = async (albumId: number): Promise<AlbumLevel> => {
    const parts: LoudnessBlocks[] = [];
    let peak = 0;
    for (const song of await sound.ofAlbum(albumId)) {
      const measured = store.findMeasured(keyOf(song));
      if (measured === null || measured.failure !== null) return unknownLevel;
      const blocks = store.findBlocks(keyOf(song));
      if (blocks !== null) parts.push(blocks);
      peak = Math.max(peak, measured.peak ?? 0);
    }
    const loudness = integratedLoudness(joinBlocks(parts));
    return loudness === null ? unknownLevel : { gainDb: gainOfLoudness(loudness), peak };
  };

  const measuredGain = (song: SongSound, album: AlbumLevel): SoundGain | null => {
    const measured = store.findMeasured(keyOf(song));
    if (measured === null || measured.loudness === null) return null;
    return {
      origin: 'measured',
      track_db: gainOfLoudness(measured.loudness),
      track_peak: measured.peak,
      album_db: album.gainDb,
      album_peak: album.peak,
    };
  };

  const gainOf = async (song: SongSound, albums: Map<number, AlbumLevel>): Promise<SoundGain | null> => {
    const { albumId } = song;
    const tagged = gainOfTags(song);
    if (tagged !== null) return tagged;
    if (albumId === null) return measuredGain(song, unknownLevel);
    const level = albums.get(albumId) ?? (await levelOfAlbum(albumId));
    albums.set(albumId, level);
    return measuredGain(song, level);
  };

  return async (paths: readonly string[]): Promise<(SoundFacts | null)[]> => {
    const albums = new Map<number, AlbumLevel>();
    const facts: (SoundFacts | null)[] = [];
    for (const song of await sound.find(paths))
      facts.push(song === null ? null : factsToWire(song, await gainOf(song, albums)));
    return facts;
  };
};
