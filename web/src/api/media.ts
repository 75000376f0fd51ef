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
