import type { Song } from '@tonearm/contract';
import type { Liked } from '../api/made/annotations.ts';

/** What a menu is about. */
export interface MenuSubject {
  /** Names the menu for who listens, and stands at the head of the sheet on phones. */
  readonly label: string;
  readonly menuLabel: string;
  /** Below the label on phones. */
  readonly detail?: string | undefined;
  /** Virtual path of a picture. */
  readonly artwork?: string | null;
  /** Where its album, artist and folder are; left out or null where there is none. */
  readonly links?: {
    readonly album?: string | null;
    readonly artist?: string | null;
    readonly folder?: string | null;
  };
  /** Virtual paths of all songs it is about, for a playlist. */
  readonly loadPaths: () => Promise<readonly string[]>;
  /** The one song it is about, if it is one. */
  readonly song?: Song | undefined;
  /** The one album or artist it is about, if it is one, as people star it. */
  readonly liked?: Liked | undefined;
  /** The one genre it is about, if it is one. */
  readonly genreId?: string | undefined;
}
