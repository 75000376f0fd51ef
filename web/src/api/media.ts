import { addressOf } from './address.ts';

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

const tokenQuery = () => ({ auth_token: currentMediaToken() ?? undefined });

/** Address of a song's bytes, with a token that is good for media only. */
export const audioUrl = (path: string): string => addressOf('audio', path, tokenQuery());

/** Address of a picture, small and not padded unless told. */
export const thumbnailUrl = (path: string, { size = 'small', pad = false }: ThumbnailOptions = {}): string =>
  addressOf('thumbnail', path, { size, pad, ...tokenQuery() });

/** Asks for a single byte of a song, and takes none. @returns what the server answered; null when it did not */
export const audioStatus = async (path: string): Promise<number | null> => {
  const asking = new AbortController();
  try {
    const { status } = await fetch(audioUrl(path), {
      headers: { Range: 'bytes=0-0' },
      signal: asking.signal,
    });
    return status;
  } catch {
    return null;
  } finally {
    asking.abort();
  }
};
