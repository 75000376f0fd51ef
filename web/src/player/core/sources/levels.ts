import type { Song } from '@tonearm/contract';

/** How loud a song and its album are, by its tags; null is what they do not say. */
export interface Gains {
  /** Decibels to add. */
  readonly trackDb: number | null;
  readonly albumDb: number | null;
  /** Greatest sample, 1 being full scale. */
  readonly trackPeak: number | null;
  readonly albumPeak: number | null;
}

/** Whose loudness counts. `auto`: the album's while an album plays in its order, else the track's. */
export type LevelMode = 'auto' | 'track' | 'album' | 'off';

export interface LevelWish {
  readonly mode: LevelMode;
  /** Added to every gain, in decibels. */
  readonly preampDb: number;
  readonly isAlbumInOrder: boolean;
}

/** What a song is multiplied with so that it is as loud as others, and no sample goes over full scale; 1 without gains. */
export const levelOf = (gains: Gains | null, { mode, preampDb, isAlbumInOrder }: LevelWish): number => {
  if (gains === null || mode === 'off') return 1;
  const isByAlbum = mode === 'album' || (mode === 'auto' && isAlbumInOrder);
  const byTrack = [gains.trackDb, gains.trackPeak] as const;
  const byAlbum = [gains.albumDb, gains.albumPeak] as const;
  const [wanted, other] = isByAlbum ? [byAlbum, byTrack] : [byTrack, byAlbum];
  const isOther = wanted[0] === null;
  const [db, ownPeak] = isOther ? other : wanted;
  if (db === null) return 1;
  // Of a peak that nobody knows it is only sure that it is not above full scale, unless the other one is.
  const peak = ownPeak ?? Math.max(1, (isOther ? wanted : other)[1] ?? 1);
  return Math.min(10 ** ((db + preampDb) / 20), 1 / Math.max(peak, 0.001));
};

/** The greatest sample of a song, or of its album, which has none that is less; full scale where nobody knows. */
export const peakOf = (gains: Gains | null): number => gains?.trackPeak ?? gains?.albumPeak ?? 1;

/** Whether both are of one album, as their tags and folders have it. */
export const isSameAlbum = (one: Song | undefined, other: Song | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.album !== null &&
  one.album === other.album &&
  (one.album_artist ?? folderOf(one)) === (other.album_artist ?? folderOf(other));

const folderOf = ({ path }: Song): string => path.slice(0, path.lastIndexOf('/'));

const spokenGenres =
  /\b(audio ?books?|podcasts?|speech|spoken( word)?|radio (play|drama)|h(ö|oe)rb(u|ü|ue)ch(er)?|h(ö|oe)rspiele?)\b/i;

/** Whether somebody speaks in it, by its genres. */
export const isSpoken = (song: Song | undefined): boolean => spokenGenres.test(song?.genre ?? '');
