import { pipeline } from 'node:stream';
import { type ChunkLender, createChunkLenders } from '../../http/media/chunk-lender.ts';
import { sendBytes } from '../../http/media/range-response.ts';
import { type Answered, answered } from '../../http/route.ts';
import type { CollectionFile } from '../../library/read/library-reading.ts';
import type { SongSound } from '../../library/read/sound-reading.ts';
import type { OpenedFile } from '../../platform/paths/open-inside.ts';
import { keepPromise, type Transcoded, type Transcoding } from '../transcoding/index.ts';
import type { AudioChoice } from './audio-choice.ts';
import { dispositionOf } from './content-disposition.ts';
import {
  type Exchange,
  type FileAnswer,
  findSong,
  isRemote,
  madeHeaders,
  openSong,
  sendFile,
  songNotFound,
} from './song-file-routes.ts';
import { notingLenders } from './stream-activity.ts';
import { chooseStream, type StreamSource, type StreamWish } from './stream-choice.ts';
import type { StreamingDeps } from './streaming-routes.ts';

/** Sends the file of a song as it is, by its virtual path, to a GET or HEAD. Fails with song_not_found where there is none. */
type SendSong = (
  exchange: Exchange,
  path: string,
  manner: Pick<FileAnswer, 'disposition' | 'headers'>,
) => Promise<Answered>;

/** Makes it. */
export const createSendSong = (
  deps: Pick<
    StreamingDeps,
    'lookup' | 'activity' | 'foldersOf' | 'dataFolder' | 'media' | 'containers' | 'clock'
  >,
  lenders: () => ChunkLender = createChunkLenders(),
): SendSong => {
  const lend = notingLenders(lenders, deps.activity);
  return async (exchange, path, manner) => {
    const found = await deps.lookup.findSongFile(path);
    if (found === null) throw songNotFound();
    return await sendFile(deps, exchange, { found, file: await findSong(deps, found), lend, ...manner });
  };
};

/** For whom a song is converted, and how its answer is made. */
interface StreamManner {
  readonly userId: number;
  /** What plays it: of one song it is converted for it once at a time. */
  readonly player: string;
  readonly signal: AbortSignal;
  /** Whether a length is told of what is not made yet; it is kept to the byte. */
  readonly isLengthTold: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a song as it is, or converted where that is wished and can be. */
type SendStream = (
  exchange: Exchange,
  path: string,
  asked: { readonly wish: StreamWish | Made; readonly manner: StreamManner },
) => Promise<Answered>;

/** What is converted whatever the song is. */
type Made = Exclude<AudioChoice, 'as-it-is'>;

interface StreamDeps extends Omit<StreamingDeps, 'transcoding'> {
  readonly transcoding: Pick<
    Transcoding,
    'known' | 'formats' | 'open' | 'findMade' | 'contentTypeOf' | 'promisedBytes'
  >;
}

/** Of a song that was not read yet. */
const unknownSound = { durationMs: null, container: null };

const bitsPerByte = 8;

const sourceOf = (name: string, sizeBytes: number, song: SongSound | null): StreamSource => {
  const durationMs = song?.durationMs ?? 0;
  const averageKbps = durationMs > 0 ? (sizeBytes * bitsPerByte) / durationMs : null;
  return {
    suffix: /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '',
    codec: song?.codec ?? null,
    kbps: song?.bitRate == null ? averageKbps : song.bitRate / 1000,
  };
};

interface Conversion {
  readonly exchange: Exchange;
  readonly choice: Made;
  readonly found: CollectionFile;
  readonly file: OpenedFile;
  readonly durationMs: number | null;
  readonly container: string | null;
  readonly manner: StreamManner;
  readonly lend: () => ChunkLender;
}

/** What of a conversion is told before it is made. */
const headersOf = (
  deps: Pick<StreamDeps, 'transcoding'>,
  { choice, found, manner }: Conversion,
  durationSeconds: number | null,
) => {
  const { format, bitRateKbps } = choice;
  const lengthBytes =
    manner.isLengthTold && durationSeconds !== null
      ? deps.transcoding.promisedBytes(format, bitRateKbps, durationSeconds)
      : null;
  const headers = {
    ...manner.headers,
    'Content-Disposition': dispositionOf('inline', `${found.name}.${format}`),
    ...(durationSeconds === null ? {} : { 'X-Content-Duration': durationSeconds.toFixed(3) }),
  };
  return { lengthBytes, headers };
};

const sendMade = async (deps: StreamDeps, conversion: Conversion, made: Transcoded): Promise<Answered> => {
  const { exchange, lend } = conversion;
  const { body, contentType, durationSeconds } = made;
  const { headers, lengthBytes } = headersOf(deps, conversion, durationSeconds);
  if (body.kind === 'file') {
    const bytes = { body: body.file, etag: body.etag, lastModifiedMs: null, contentType, headers };
    return await sendBytes(exchange, { ...bytes, nowMs: deps.clock.nowMs(), lend });
  }
  const { stream } = body;
  stream.on('data', deps.activity.note);
  exchange.reply.headers({ ...headers, ...madeHeaders }).type(contentType);
  if (lengthBytes === null) exchange.reply.send(stream);
  // What goes wrong with one ends the other, and with it the answer.
  else
    exchange.reply
      .header('Content-Length', lengthBytes)
      .send(pipeline(stream, keepPromise(lengthBytes), () => {}));
  return answered;
};

/** Who asks for headers only starts nothing. */
const sendHead = async (deps: StreamDeps, conversion: Conversion): Promise<Answered> => {
  const { exchange, choice, file, durationMs, container } = conversion;
  const made = await deps.transcoding.findMade({ ...choice, file, durationMs, container });
  if (made !== null) return await sendMade(deps, conversion, made);
  const durationSeconds = durationMs === null ? null : Math.max(0, durationMs / 1000 - choice.offsetSeconds);
  const { headers, lengthBytes } = headersOf(deps, conversion, durationSeconds);
  exchange.reply.headers({ ...headers, ...madeHeaders }).type(deps.transcoding.contentTypeOf(choice.format));
  if (lengthBytes !== null) exchange.reply.header('Content-Length', lengthBytes);
  exchange.reply.send();
  return answered;
};

/** Makes it. Fails with song_not_found, not_convertible and too_many_conversions. */
export const createSendStream = (
  deps: StreamDeps,
  lenders: () => ChunkLender = createChunkLenders(),
): SendStream => {
  const lend = notingLenders(lenders, deps.activity);
  return async (exchange, path, { wish, manner }) => {
    const found = await deps.lookup.findSongFile(path);
    if (found === null) throw songNotFound();
    const [song = null] = await deps.sound.find([path]);
    const file = await findSong(deps, found);
    const source = sourceOf(found.name, file.sizeBytes, song);
    // What comes as it is, whatever can be converted, waits for nothing.
    if (
      !('bitRateKbps' in wish) &&
      (wish.format !== null || wish.mostKbps !== null || wish.offsetSeconds > 0)
    )
      await deps.transcoding.known;
    const choice = 'bitRateKbps' in wish ? wish : chooseStream(wish, source, deps.transcoding.formats());
    if (choice === 'as-it-is') {
      const { headers } = manner;
      return await sendFile(deps, exchange, { found, file, disposition: 'inline', headers, lend });
    }
    const { durationMs, container } = song ?? unknownSound;
    const local = isRemote(file) ? await openSong(deps, found) : file;
    const conversion = { exchange, choice, found, file: local, durationMs, container, manner, lend };
    if (exchange.request.method === 'HEAD') return await sendHead(deps, conversion);
    const { userId, signal } = manner;
    const player = `${manner.player} ${path}`;
    const wanted = { ...choice, file: local, durationMs, container };
    const made = await deps.transcoding.open({ ...wanted, userId, player, signal });
    return await sendMade(deps, conversion, made);
  };
};
