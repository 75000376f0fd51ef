import { containerOf } from './container-names.ts';

/** What a stream sounds like; null for what is not known. */
export interface Sound {
  readonly container: string;
  readonly codec: string;
  readonly channels: number | null;
  /** Bits a second. */
  readonly bitRate: number | null;
  readonly sampleRate: number | null;
  readonly bitDepth: number | null;
  readonly profile: string;
}

/** A way in which somebody plays files as they are. Empty lists take anything. */
interface DirectWay {
  readonly containers: readonly string[];
  readonly codecs: readonly string[];
  readonly protocols: readonly string[];
  readonly mostChannels: number | null;
}

/** Something that somebody plays when it is made for them. */
export interface TargetWay {
  readonly container: string;
  readonly codec: string;
  readonly protocol: string;
  readonly mostChannels: number | null;
}

/** What is limited of a codec. */
type LimitedField = 'audioChannels' | 'audioBitrate' | 'audioProfile' | 'audioSamplerate' | 'audioBitdepth';

/** What one codec has to keep to. */
export interface Limitation {
  readonly field: LimitedField;
  readonly comparison: 'Equals' | 'NotEquals' | 'LessThanEqual' | 'GreaterThanEqual';
  readonly values: readonly string[];
  /** Whether what is not known breaks it. */
  readonly isRequired: boolean;
}

/** What somebody says they can play. */
export interface ClientAbilities {
  /** Bits a second of files as they are; null for any. */
  readonly mostBits: number | null;
  /** The same of what is made for them. */
  readonly mostTargetBits: number | null;
  readonly direct: readonly DirectWay[];
  /** What they like best first. */
  readonly targets: readonly TargetWay[];
  readonly limits: readonly { readonly codec: string; readonly limitations: readonly Limitation[] }[];
}

const anything = new Set(['', '*']);

const codecNames: Readonly<Record<string, string>> = {
  wav: 'pcm',
  pcm_s16le: 'pcm',
  pcm_s24le: 'pcm',
  'mp4a.40.2': 'aac',
  mpeg: 'mp3',
  musepack: 'mpc',
};

const codecOf = (name: string): string => codecNames[name] ?? name;

const isOneOf = (value: string, wanted: readonly string[], called: (name: string) => string): boolean =>
  wanted.length === 0 || wanted.some((each) => anything.has(each) || called(each) === called(value));

const isHttp = (protocols: readonly string[]): boolean =>
  isOneOf('http', protocols, (name) => (name === 'https' ? 'http' : name));

const fieldOf = (sound: Sound, field: LimitedField): string | number | null => {
  switch (field) {
    case 'audioChannels':
      return sound.channels;
    case 'audioBitrate':
      return sound.bitRate;
    case 'audioProfile':
      return sound.profile === '' ? null : sound.profile;
    case 'audioSamplerate':
      return sound.sampleRate;
    case 'audioBitdepth':
      return sound.bitDepth;
  }
};

const keepsTo = (sound: Sound, { field, comparison, values, isRequired }: Limitation): boolean => {
  const value = fieldOf(sound, field);
  if (value === null) return !isRequired;
  const same = (other: string): boolean =>
    typeof value === 'number' ? Number(other) === value : other.toLowerCase() === value.toLowerCase();
  switch (comparison) {
    case 'Equals':
      return values.some(same);
    case 'NotEquals':
      return !values.some(same);
    case 'LessThanEqual':
      return values.every((most) => Number(value) <= Number(most));
    case 'GreaterThanEqual':
      return values.every((least) => Number(value) >= Number(least));
  }
};

const limitsOf = (codec: string, client: ClientAbilities): readonly Limitation[] =>
  client.limits
    .filter((limit) => anything.has(limit.codec) || codecOf(limit.codec) === codecOf(codec))
    .flatMap(({ limitations }) => limitations);

/** The first limitation that a stream breaks, in words; null for none. */
export const limitTrouble = (sound: Sound, client: ClientAbilities): string | null => {
  const broken = limitsOf(sound.codec, client).find((limitation) => !keepsTo(sound, limitation));
  return broken === undefined ? null : `${broken.field} is not supported with ${sound.codec}`;
};

/** The lowest limit of the bits a second of a codec; null for none. */
export const mostBitsOf = (codec: string, client: ClientAbilities): number | null => {
  const limits = limitsOf(codec, client)
    .filter(({ field, comparison }) => field === 'audioBitrate' && comparison === 'LessThanEqual')
    .flatMap(({ values }) => values.map(Number))
    .filter((limit) => limit > 0);
  return limits.length === 0 ? null : Math.min(...limits);
};

const wayTrouble = (source: Sound, way: DirectWay): string | null => {
  if (!isHttp(way.protocols)) return 'protocol is not supported';
  if (!isOneOf(source.container, way.containers, containerOf)) return 'container is not supported';
  if (!isOneOf(source.codec, way.codecs, codecOf)) return 'audio codec is not supported';
  if (way.mostChannels !== null && source.channels !== null && source.channels > way.mostChannels)
    return 'audio channels are not supported';
  return null;
};

/** Why a file is not played as it is: one for each way, none where one of them does. */
export const directTroubles = (
  source: Sound,
  client: ClientAbilities,
  mostBits: number | null,
): readonly string[] => {
  const limits = [client.mostBits, mostBits].filter((limit) => limit !== null && limit > 0) as number[];
  const isAbove = limits.some((limit) => source.bitRate === null || source.bitRate > limit);
  const all = isAbove ? 'audio bitrate is above the limit' : limitTrouble(source, client);
  if (client.direct.length === 0) return ['nothing is played as it is'];
  const troubles = client.direct.map((way) => wayTrouble(source, way) ?? all);
  return troubles.includes(null) ? [] : (troubles as string[]);
};

/** Whether something that can be made is what a way asks for. */
export const takesTarget = (
  { container, codec, protocol }: TargetWay,
  made: { readonly codec: string; readonly container: string },
): boolean =>
  isHttp([protocol]) &&
  isOneOf(made.codec, [codec], codecOf) &&
  isOneOf(made.container, [container], containerOf);
