import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SoundTarget, soundTargets } from '@tonearm/contract';
import type { MusicSong } from '../../library/read/music/music-reading.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { rateOf } from '../transcoding/index.ts';
import { isLossy } from './audio-choice.ts';
import {
  type ClientAbilities,
  directTroubles,
  limitTrouble,
  mostBitsOf,
  type Sound,
  type TargetWay,
  takesTarget,
} from './client-abilities.ts';
import { containerOf } from './container-names.ts';
import { usualKbps } from './stream-choice.ts';

/** What is sent for a song that is converted. */
interface DecidedTarget {
  readonly format: SoundTarget;
  readonly bitRateKbps: number | null;
}

/** Whether somebody can play a song as it is, and what can be made of it for them. */
interface StreamDecision {
  readonly isDirect: boolean;
  /** Why it is not played as it is: one for each way in which that was tried. */
  readonly reasons: readonly string[];
  readonly source: Sound;
  readonly target: { readonly sound: Sound; readonly ticket: string } | null;
}

/** What a ticket stands for. */
type TicketFound = DecidedTarget | 'malformed' | 'stale';

/** Decides how songs are played, and remembers it in tickets that nobody else can make. */
export interface StreamDecisions {
  decide(
    song: MusicSong,
    client: ClientAbilities,
    who: { readonly userId: number; readonly mostKbps: number | null },
  ): StreamDecision;
  /** What was decided for somebody and a song that is as it was. */
  redeem(ticket: string, song: MusicSong, userId: number): TicketFound;
}

const bitsPerKilobit = 1000;

/** A ticket is good for a day, in milliseconds. */
const goodForMs = 24 * 60 * 60 * 1000;

const keyBytes = 32;

const suffixOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';

const soundOf = (song: MusicSong): Sound => {
  const ms = song.durationMs ?? 0;
  const average = ms > 0 ? Math.round((song.sizeBytes * 8 * 1000) / ms) : null;
  const suffix = suffixOf(song.path);
  return {
    container: containerOf(suffix),
    codec: song.codec?.toLowerCase() ?? suffix,
    channels: song.channels,
    bitRate: song.bitRate ?? average,
    sampleRate: song.sampleRate,
    bitDepth: song.bitsPerSample,
    profile: '',
  };
};

/** What it is packed in, which rates its samples come at and how many bits they have; null for as in the song. */
const madeAs: Readonly<
  Record<SoundTarget, { container: string; rates: readonly number[] | null; profile: string }>
> = {
  opus: { container: 'ogg', rates: [48_000], profile: '' },
  mp3: { container: 'mp3', rates: [32_000, 44_100, 48_000], profile: '' },
  aac: { container: 'aac', rates: null, profile: 'LC' },
  flac: { container: 'flac', rates: [44_100, 48_000, 88_200, 96_000, 176_400, 192_000], profile: '' },
};

const nearest = (rates: readonly number[], rate: number): number =>
  rates.reduce((best, each) => (Math.abs(each - rate) < Math.abs(best - rate) ? each : best));

const stereo = 2;

const targetSound = (format: SoundTarget, source: Sound, kbps: number | null): Sound => {
  const { container, rates, profile } = madeAs[format];
  const { sampleRate } = source;
  return {
    container,
    codec: format,
    channels:
      format === 'flac' || source.channels === null ? source.channels : Math.min(source.channels, stereo),
    bitRate: kbps === null ? null : kbps * bitsPerKilobit,
    sampleRate: rates === null || sampleRate === null ? sampleRate : nearest(rates, sampleRate),
    bitDepth: format === 'flac' ? source.bitDepth : null,
    profile,
  };
};

const lowest = (...limits: readonly (number | null)[]): number | null => {
  const set = limits.filter((limit): limit is number => limit !== null && limit > 0);
  return set.length === 0 ? null : Math.min(...set);
};

/** What can be made of a song for somebody, in the order of what they like best. */
const chooseTarget = (
  source: Sound,
  client: ClientAbilities,
  { formats, mostBits }: { formats: readonly SoundTarget[]; mostBits: number | null },
): (DecidedTarget & { readonly sound: Sound }) | null => {
  const most = lowest(mostBits, client.mostTargetBits);
  const isPoor = isLossy(source.codec);
  const tried = (way: TargetWay): (DecidedTarget & { readonly sound: Sound }) | null => {
    const format = soundTargets.find(
      (each) =>
        formats.includes(each) && takesTarget(way, { codec: each, container: madeAs[each].container }),
    );
    // Nothing comes back by packing it without loss.
    if (format === undefined || (format === 'flac' && isPoor)) return null;
    const usual = usualKbps[format];
    const own = isPoor ? source.bitRate : null;
    const limit = lowest(most, mostBitsOf(format, client));
    const wanted = lowest(usual === null ? null : (limit ?? usual * bitsPerKilobit), own);
    const kbps = wanted === null ? null : rateOf(format, Math.floor(wanted / bitsPerKilobit));
    if (limit !== null && (kbps === null || kbps * bitsPerKilobit > limit)) return null;
    const sound = targetSound(format, source, kbps);
    const isFine = way.mostChannels === null || sound.channels === null || sound.channels <= way.mostChannels;
    return isFine && limitTrouble(sound, client) === null ? { format, bitRateKbps: kbps, sound } : null;
  };
  for (const way of client.targets) {
    const found = tried(way);
    if (found !== null) return found;
  }
  return null;
};

/** Another one whenever the file is another. */
const versionOf = (song: MusicSong): string => `${song.id} ${song.sizeBytes} ${song.modifiedAtMs}`;

/** Makes them; tickets of before a restart are stale. */
export const createDecisions = ({
  formats,
  clock,
  random,
}: {
  /** Formats that can be made now. */
  readonly formats: () => readonly SoundTarget[];
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly random: Random;
}): StreamDecisions => {
  let key: Buffer | null = null;
  const sign = (text: string): Buffer => {
    key ??= random.bytes(keyBytes);
    return createHmac('sha256', key).update(text).digest();
  };
  const ticketFor = (song: MusicSong, userId: number, { format, bitRateKbps }: DecidedTarget): string => {
    const said = `${format}-${bitRateKbps ?? 0}-${clock.nowMs() + goodForMs}`;
    return `${said}-${sign(`${said} ${userId} ${versionOf(song)}`).toString('base64url')}`;
  };
  return {
    decide: (song, client, { userId, mostKbps }) => {
      const source = soundOf(song);
      const mostBits = mostKbps === null ? null : mostKbps * bitsPerKilobit;
      const reasons = directTroubles(source, client, mostBits);
      const target = chooseTarget(source, client, { formats: formats(), mostBits });
      return {
        isDirect: reasons.length === 0,
        reasons,
        source,
        target: target === null ? null : { sound: target.sound, ticket: ticketFor(song, userId, target) },
      };
    },
    redeem: (ticket, song, userId) => {
      const match = /^((opus|mp3|aac|flac)-(\d{1,6})-(\d{1,16}))-([\w-]{43})$/.exec(ticket);
      if (match === null) return 'malformed';
      const [, said = '', format, kbps, until, signature = ''] = match;
      const right = sign(`${said} ${userId} ${versionOf(song)}`);
      const told = Buffer.from(signature, 'base64url');
      if (told.length !== right.length || !timingSafeEqual(told, right) || Number(until) < clock.nowMs())
        return 'stale';
      return { format: format as SoundTarget, bitRateKbps: Number(kbps) === 0 ? null : Number(kbps) };
    },
  };
};
