import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { queryNumber } from '../shapes.ts';
import { integer, nullableInteger, nullableNumber, nullableText, text, texts, yesOrNo } from '../values.ts';

/** Formats that songs can be converted into, the best for little data first. */
export const soundTargets = ['opus', 'mp3', 'aac', 'flac'] as const;
export const soundTarget = z.enum(soundTargets);
export type SoundTarget = z.infer<typeof soundTarget>;

/** Those that a server can make. */
const soundFormats = z.array(soundTarget);

/** How much louder or softer a song is to be played so that all sound alike. */
const soundGain = z.object({
  /** `tags`: as the file says. `measured`: by this server (EBU R128), where the file says nothing. */
  origin: z.enum(['tags', 'measured']),
  /** Decibels to add so that the song, or its whole album, sounds at -18 LUFS, the level of ReplayGain 2. */
  track_db: nullableNumber,
  album_db: nullableNumber,
  /** The greatest sample, where 1 is full scale: above it, nothing may be amplified without being cut. */
  track_peak: nullableNumber,
  album_peak: nullableNumber,
});
export type SoundGain = z.infer<typeof soundGain>;

/** What a player needs to know of a song's sound. Null is what neither the file nor a measurement says. */
const soundFacts = z
  .object({
    path: text,
    duration_ms: nullableInteger,
    /** `mp3`, `flac`, `vorbis`, `opus`, `aac`, `alac`, `pcm` …; `mpeg`, `flac`, `ogg`, `mp4`, `wav` …. */
    codec: nullableText,
    container: nullableText,
    /** Bits a second on average. */
    bit_rate: nullableInteger,
    /** Hertz; of Opus 48,000, at which its samples are counted. */
    sample_rate: nullableInteger,
    channels: nullableInteger,
    /**
     * Samples that a decoder gives before and after the music, unless it leaves them out by itself: browsers do for
     * Opus and most MP4, and for MP3 with a header of LAME. To be cut off for playing without a gap.
     */
    encoder_delay: nullableInteger,
    encoder_padding: nullableInteger,
    /** Samples of music between the two, of each channel. */
    total_samples: nullableInteger,
    gain: soundGain.nullable(),
  })
  .register(z.globalRegistry, { id: 'SoundFacts' });
export type SoundFacts = z.infer<typeof soundFacts>;

/** Most paths that one call asks for. */
export const mostSoundPaths = 200;

/** What can be done about the sound of songs, for players. */
const soundAbilities = z.object({
  /** Formats that songs can be converted into; none where ffmpeg is not installed, or switched off. */
  formats: soundFormats,
  /** Whether songs have waveforms. */
  has_waveforms: yesOrNo,
});
export type SoundAbilities = z.infer<typeof soundAbilities>;

/** What administrators are told about ffmpeg and what is done with it. */
const soundStatus = z.object({
  ffmpeg: z.object({
    /** `asking` for a moment after the start; `absent`: not there, not working, or switched off. */
    state: z.enum(['asking', 'ready', 'absent']),
    version: nullableText,
    formats: soundFormats,
    /** Of `absent`, in the words of the machine. */
    reason: nullableText,
  }),
  converting: z.object({
    running: integer,
    /** Most that run at once: in all, and of one person. */
    limit: integer,
    limit_each: integer,
    cache_bytes: integer,
    cache_limit_bytes: integer,
  }),
  measuring: z.object({
    /** `resting`: nothing is to be done; `waiting`: until nobody listens, no scan runs and the machine has little to do. */
    state: z.enum(['off', 'resting', 'waiting', 'working']),
    /** How far it has come through the collection, 0 to 1; null while nothing is to be done. */
    progress: nullableNumber,
    measured: integer,
    /** Songs whose sound cannot be read. */
    failed: integer,
    waveform_bytes: integer,
  }),
});
export type SoundStatus = z.infer<typeof soundStatus>;

/** The sound of songs: how loud, how long to the sample, what it can be converted into. */
export const soundEndpoints = {
  getSoundAbilities: endpoint({
    method: 'GET',
    path: '/sound_abilities',
    access: 'media',
    summary: 'What songs can be converted into (`/audio`), and whether they have waveforms.',
    answer: soundAbilities,
  }),
  getSoundFacts: endpoint({
    method: 'POST',
    path: '/sound_facts',
    access: 'user',
    summary:
      'Length, coding and gain of songs, in the order of their paths; null for those that are not there.',
    body: z.object({ paths: texts.max(mostSoundPaths) }),
    bodyExample: { paths: ['Music/Anna/Picnic/01.mp3'] },
    answer: z.array(soundFacts.nullable()),
  }),
  getSoundStatus: endpoint({
    method: 'GET',
    path: '/sound_status',
    access: 'admin',
    summary: 'Whether ffmpeg is there, what is converted, and how far measuring is.',
    answer: soundStatus,
  }),
  getPeaks: endpoint({
    version: 8,
    method: 'GET',
    path: '/peaks/{path*}',
    access: 'media',
    summary:
      'The waveform of a song, made when it is asked for: of every 15 ms the least and the greatest sample, bytes around 128.',
    answer: 'bytes',
    errors: ['song_not_found', 'waveform_not_found'],
  }),
  getWaveform: endpoint({
    method: 'GET',
    path: '/waveform/{path*}',
    access: 'media',
    summary: 'As /peaks, in so many pairs at most; 1,000 unless told.',
    query: z.object({ pairs: queryNumber(10_000).optional() }),
    answer: 'bytes',
    errors: ['song_not_found', 'waveform_not_found'],
  }),
} as const;
