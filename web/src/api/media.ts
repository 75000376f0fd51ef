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

/** Address of a song's bytes, with a token that is good for media only. */
export const audioUrl = (path: string): string => addressOf('audio', path, tokenQuery());

/** The bytes of a song at an address of `audioUrl`. @throws Error when they do not come */
export const audioBytes = async (url: string, signal: AbortSignal): Promise<ArrayBuffer> => {
  const answer = await fetch(url, { signal, priority: 'low' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.arrayBuffer();
};

/** Address of a picture, small and not padded unless told. */
export const thumbnailUrl = (path: string, { size = 'small', pad = false }: ThumbnailOptions = {}): string =>
  addressOf('thumbnail', path, { size, pad, ...tokenQuery() });

/**
 * Asks for a single byte of a song, and takes none.
 * @returns what the server answered; null when it did not, or when it has nothing but trouble for everybody
 */
export const audioStatus = async (path: string): Promise<number | null> => {
  const status = await answeredStatus(path);
  if (status !== null && status < 500) return status;
  return (await serverPresence.doubt()) ? (status ?? 503) : null;
};

const answeredStatus = async (path: string): Promise<number | null> => {
  const asking = new AbortController();
  try {
    const { status } = await fetch(audioUrl(path), {
      headers: { Range: 'bytes=0-0' },
      cache: 'no-store',
      signal: AbortSignal.any([asking.signal, AbortSignal.timeout(patienceMs)]),
    });
    return status;
  } catch {
    return null;
  } finally {
    asking.abort();
  }
};
