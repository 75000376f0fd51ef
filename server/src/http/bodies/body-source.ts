import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';

/** Bytes handed out at once, at least, unless the body ends: what is sent in drops costs no more than the rest. */
const pieceBytes = 64 * 1024;

/**
 * How long a client may take for the next piece, and for the rest of a body that was refused, in milliseconds. Time in which
 * nobody asks it for more, because others have their turn, does not count.
 */
const patienceMs = 30_000;

/** A body that is read piece by piece; the client waits while nobody asks for more. */
export interface BodySource {
  /**
   * The next piece; null at the end. Whoever asks must have had the answer to the question before.
   * @throws AppError request_timeout when the client takes too long
   * @throws Error when the client goes away
   */
  next(): Promise<Buffer | null>;
  /** Reads no further; what was not handed out is thrown away. */
  stop(): void;
}

/** Nothing is read before the first question. */
export const createBodySource = (message: IncomingMessage, clock: Pick<Clock, 'schedule'>): BodySource => {
  let pieces: Buffer[] = [];
  let gatheredBytes = 0;
  let hasEnded = message.readableEnded;
  let failure: Error | null = null;
  let wake: (() => void) | null = null;

  const tell = (): void => {
    wake?.();
    wake = null;
  };
  const onData = (bytes: Buffer): void => {
    pieces.push(bytes);
    gatheredBytes += bytes.length;
    if (gatheredBytes < pieceBytes) return;
    message.pause();
    tell();
  };
  const onEnd = (): void => {
    hasEnded = true;
    tell();
  };
  const onGone = (error?: Error): void => {
    if (hasEnded) return;
    failure ??= error ?? Object.assign(new Error('The client went away.'), { code: 'ECONNRESET' });
    tell();
  };

  const isReady = (): boolean => hasEnded || failure !== null || gatheredBytes >= pieceBytes;

  const next = async (): Promise<Buffer | null> => {
    if (!isReady()) {
      message.resume();
      const cancel = clock.schedule(patienceMs, () => {
        failure = new AppError('request_timeout', 'The request took too long to arrive.');
        tell();
      });
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      cancel();
    }
    if (failure !== null) throw failure;
    if (gatheredBytes === 0) return null;
    const piece = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
    pieces = [];
    gatheredBytes = 0;
    return piece;
  };

  message.on('data', onData);
  message.pause();
  message.on('end', onEnd);
  message.on('error', onGone);
  message.on('close', onGone);
  return {
    next,
    stop: () => {
      message.off('data', onData);
      message.pause();
      pieces = [];
    },
  };
};

/**
 * Takes the rest of a body and throws it away, a piece in each turn of the event loop: a client that is cut off
 * while it sends sees no answer, and many who send at full speed must not hold up everybody else.
 */
export const drain = (
  message: IncomingMessage,
  options: {
    response: ServerResponse;
    clock: Pick<Clock, 'schedule'>;
    onBytes: (count: number) => void;
  },
): void => {
  const { headers } = message;
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  if (!hasBody || message.readableEnded || message.destroyed) return;
  // Else the connection of a client that wants it closed is cut while the client still sends.
  options.response.shouldKeepAlive = true;
  const cancel = options.clock.schedule(patienceMs, () => message.destroy());
  message.once('close', cancel);
  message.once('end', cancel);
  message.on('data', (bytes: Buffer) => {
    options.onBytes(bytes.length);
    message.pause();
    setImmediate(() => message.resume());
  });
  message.on('error', () => {});
  message.resume();
};
