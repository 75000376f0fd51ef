import { z } from 'zod';
import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import { type Handlers, isAnswered } from '../call.ts';
import { codes, ProtocolError } from '../protocol-error.ts';
import type { Node } from '../wire/tree.ts';
import type { Converted, MediaSender } from './media.ts';
import { songOf } from './songs-of.ts';

/** What a stream sounds like; null for what is not known. */
interface Sound {
  readonly container: string;
  readonly codec: string;
  readonly channels: number | null;
  readonly bitRate: number | null;
  readonly sampleRate: number | null;
  readonly bitDepth: number | null;
  readonly profile: string;
}

type LimitedField = 'audioChannels' | 'audioBitrate' | 'audioProfile' | 'audioSamplerate' | 'audioBitdepth';

/** What an app says it can play. */
interface Abilities {
  readonly mostBits: number | null;
  readonly mostTargetBits: number | null;
  readonly direct: readonly {
    readonly containers: readonly string[];
    readonly codecs: readonly string[];
    readonly protocols: readonly string[];
    readonly mostChannels: number | null;
  }[];
  readonly targets: readonly {
    readonly container: string;
    readonly codec: string;
    readonly protocol: string;
    readonly mostChannels: number | null;
  }[];
  readonly limits: readonly {
    readonly codec: string;
    readonly limitations: readonly {
      readonly field: LimitedField;
      readonly comparison: 'Equals' | 'NotEquals' | 'LessThanEqual' | 'GreaterThanEqual';
      readonly values: readonly string[];
      readonly isRequired: boolean;
    }[];
  }[];
}

/** What decides. */
export interface NegotiatingDeps {
  readonly music: Pick<MusicReading, 'songsById'>;
  readonly send: Pick<MediaSender, 'converted'>;
  /** Resolves when it is known what songs can be converted into. */
  readonly whenConvertingKnown: () => Promise<void>;
  readonly decisions: {
    decide(
      song: MusicSong,
      client: Abilities,
      who: { readonly userId: number; readonly mostKbps: number | null },
    ): {
      readonly isDirect: boolean;
      readonly reasons: readonly string[];
      readonly source: Sound;
      readonly target: { readonly sound: Sound; readonly ticket: string } | null;
    };
    redeem(
      ticket: string,
      song: MusicSong,
      userId: number,
    ): Omit<Converted, 'offsetSeconds'> | 'malformed' | 'stale';
  };
}

const mostEntries = 200;
const longestWord = 200;

const textOrNumber = z.union([z.string().max(longestWord), z.number()]);
const word = textOrNumber.transform((value) => String(value).toLowerCase());
const nullishWord = word.nullish();
/** A list, or one text with commas, as apps of before wrote it. */
const words = z
  .union([
    z.array(word).max(mostEntries),
    word.transform((value) => value.split(',').map((each) => each.trim())),
  ])
  .nullish();
const limit = textOrNumber.nullish().transform((value) => {
  const number = Number(value ?? 0);
  return Number.isFinite(number) && number > 0 ? number : null;
});
const listOf = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(entry)
    .max(mostEntries)
    .nullish()
    .transform((list) => list ?? []);

const direct = z
  .object({
    containers: words,
    container: words,
    audioCodecs: words,
    audioCodec: words,
    protocols: words,
    protocol: words,
    maxAudioChannels: limit,
  })
  .transform((way) => ({
    containers: way.containers ?? way.container ?? [],
    codecs: way.audioCodecs ?? way.audioCodec ?? [],
    protocols: way.protocols ?? way.protocol ?? [],
    mostChannels: way.maxAudioChannels,
  }));

const target = z
  .object({
    container: nullishWord,
    audioCodec: nullishWord,
    protocol: nullishWord,
    maxAudioChannels: limit,
  })
  .transform((way) => ({
    container: way.container ?? '',
    codec: way.audioCodec ?? '',
    protocol: way.protocol ?? '',
    mostChannels: way.maxAudioChannels,
  }));

const limitation = z
  .object({
    name: z.enum(['audioChannels', 'audioBitrate', 'audioProfile', 'audioSamplerate', 'audioBitdepth']),
    comparison: z.enum(['Equals', 'NotEquals', 'LessThanEqual', 'GreaterThanEqual']),
    values: words,
    value: words,
    required: z.boolean().nullish(),
  })
  .transform(({ name, comparison, values, value, required }) => ({
    field: name,
    comparison,
    values: values ?? value ?? [],
    isRequired: required ?? false,
  }));

const codecLimits = z
  .object({ name: nullishWord, limitations: listOf(limitation) })
  .transform(({ name, limitations }) => ({ codec: name ?? '', limitations }));

const clientInfo = z
  .object({
    maxAudioBitrate: limit,
    maxTranscodingAudioBitrate: limit,
    directPlayProfiles: listOf(direct),
    transcodingProfiles: listOf(target),
    codecProfiles: listOf(codecLimits),
  })
  .transform((client) => ({
    mostBits: client.maxAudioBitrate,
    mostTargetBits: client.maxTranscodingAudioBitrate,
    direct: client.directPlayProfiles,
    targets: client.transcodingProfiles,
    limits: client.codecProfiles,
  }));

/** @throws ProtocolError for what is no such JSON */
const abilitiesOf = (json: string): Abilities => {
  if (json === '')
    throw new ProtocolError(codes.parameterMissing, 'What the app plays is missing: it comes as JSON.');
  try {
    return clientInfo.parse(JSON.parse(json));
  } catch {
    throw new ProtocolError(codes.other, 'What the app says of what it plays cannot be read.');
  }
};

const detailsOf = (sound: Sound): Node => ({
  protocol: 'http',
  container: sound.container,
  codec: sound.codec,
  audioChannels: sound.channels ?? undefined,
  audioBitrate: sound.bitRate ?? undefined,
  audioProfile: sound.profile,
  audioSamplerate: sound.sampleRate ?? undefined,
  audioBitdepth: sound.bitDepth ?? undefined,
});

const assertSong = (mediaType: string): void => {
  if (mediaType.toLowerCase() !== 'song')
    throw new ProtocolError(
      codes.other,
      'The parameter mediaType has to be song: there is nothing else here.',
    );
};

const stale = 410;

/** What an app plays as it is, and what is made for it. */
export const createNegotiatingHandlers = ({
  music,
  send,
  decisions,
  whenConvertingKnown,
}: NegotiatingDeps): Pick<Handlers, 'getTranscodeDecision' | 'getTranscodeStream'> => ({
  getTranscodeDecision: async ({ parameters, json, caller }) => {
    assertSong(parameters.mediaType);
    const client = abilitiesOf(json);
    const song = await songOf(music, parameters.mediaId);
    await whenConvertingKnown();
    const who = { userId: caller.userId, mostKbps: caller.maxBitRate };
    const { isDirect, reasons, source, target: made } = decisions.decide(song, client, who);
    return {
      transcodeDecision: {
        canDirectPlay: isDirect,
        canTranscode: made !== null,
        transcodeReason: reasons,
        errorReason:
          isDirect || made !== null ? '' : 'Nothing that this app plays can be made of the song here.',
        transcodeParams: made?.ticket,
        sourceStream: detailsOf(source),
        transcodeStream: made === null ? undefined : detailsOf(made.sound),
      },
    };
  },
  getTranscodeStream: async (call) => {
    const { mediaId, mediaType, transcodeParams, offset } = call.parameters;
    assertSong(mediaType);
    const song = await songOf(music, mediaId);
    const found = decisions.redeem(transcodeParams, song, call.caller.userId);
    if (found === 'malformed')
      throw new ProtocolError(codes.other, 'The parameter transcodeParams is none that this server gave.');
    if (found === 'stale')
      throw new ProtocolError(codes.other, 'What was decided is too old. Please ask again.', {
        plainStatus: stale,
      });
    await send.converted(song.path, { ...found, offsetSeconds: offset }, call);
    return isAnswered;
  },
});
