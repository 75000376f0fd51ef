import type { SoundTarget } from '@tonearm/contract';
import { serverPresence } from '../lib/server-presence.ts';
import { addressOf } from './address.ts';
import { patienceMs } from './sign-of-life.ts';

/** How a picture is wanted: longest side 400 (small), 1200 (large) or as it is; padded to a square or not. */
export interface ThumbnailOptions {
  readonly size?: 'small' | 'large' | 'native';
  readonly pad?: boolean;
}

let currentMediaToken: () => string | null = () => null;

/** Tells where the token comes from that media addresses carry. Called once, at the start. */
export function connectMedia(mediaToken: () => string | null): void {
  currentMediaToken = mediaToken;
}

/** The token that media addresses carry. */
export const mediaToken = (): string | undefined => currentMediaToken() ?? undefined;

const tokenQuery = () => ({ auth_token: mediaToken() });

/** A conversion in place of the file. */
interface Converted {
  readonly format: SoundTarget;
  readonly quality: 'high' | 'low';
  /** Where it begins, in seconds. */
  readonly offset?: number;
}

/** Address of a song's bytes, as they are unless told, with a token that is good for media only. */
export const audioUrl = (path: string, wish?: Converted): string =>
  addressOf('audio', path, { ...wish, ...tokenQuery() });

/** The bytes of a song at an address of `audioUrl`. @throws Error when they do not come */
export const audioBytes = async (url: string, signal: AbortSignal): Promise<ArrayBuffer> => {
  const answer = await fetch(url, { signal, priority: 'low' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.arrayBuffer();
};

/** The last so many bytes of a song at an address of `audioUrl`. @throws Error when they do not come */
export const audioTail = async (url: string, lengthBytes: number): Promise<ArrayBuffer> => {
  const answer = await fetch(url, { headers: { Range: `bytes=-${lengthBytes}` }, priority: 'low' });
  if (answer.status !== 206) throw new Error(`the server answered ${answer.status}`);
  return answer.arrayBuffer();
};

/** Address of a picture, small and not padded unless told. */
export const thumbnailUrl = (path: string, { size = 'small', pad = false }: ThumbnailOptions = {}): string =>
  addressOf('thumbnail', path, { size, pad, ...tokenQuery() });

/**
 * The picture at an address of `thumbnailUrl` as this browser keeps it, however old; the server is not asked.
 * @returns null when it keeps none
 */
export const keptPicture = async (url: string, signal: AbortSignal): Promise<Blob | null> => {
  try {
    const answer = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin', signal });
    return answer.ok ? await answer.blob() : null;
  } catch {
    return null;
  }
};

/** What came of asking for a song. */
interface AskedSong {
  /** Null when the server did not answer, or has nothing but trouble for everybody. */
  readonly status: number | null;
  readonly retryAfterMs?: number;
}

/** Asks for a single byte at an address of `audioUrl`, and takes none. */
export const audioStatus = async (url: string): Promise<AskedSong> => {
  const answer = await answerOf(url);
  if (answer.status !== null && answer.status < 500) return answer;
  return (await serverPresence.doubt()) ? { status: answer.status ?? 503 } : { status: null };
};

const answerOf = async (url: string): Promise<AskedSong> => {
  const asking = new AbortController();
  try {
    const { status, headers } = await fetch(url, {
      headers: { Range: 'bytes=0-0' },
      cache: 'no-store',
      signal: AbortSignal.any([asking.signal, AbortSignal.timeout(patienceMs)]),
    });
    const retryAfterMs = Number(headers.get('Retry-After') ?? Number.NaN) * 1000;
    return Number.isFinite(retryAfterMs) ? { status, retryAfterMs } : { status };
  } catch {
    return { status: null };
  } finally {
    asking.abort();
  }
};
