import type { AppReading } from '../../../../library/read/apps/app-reading.ts';
import type { MusicReading } from '../../../../library/read/music/music-reading.ts';
import type { KnownArtists } from '../../node-parts.ts';
import type { Shaping } from '../../shaping/shaping.ts';

/** What browsing stands on. */
export interface BrowsingDeps {
  readonly apps: AppReading;
  readonly music: MusicReading;
  readonly shaping: Shaping;
  readonly artists: KnownArtists;
  /** Leading words that do not count in the order of names, separated by blanks, as they are now. */
  readonly ignoredArticles: () => string;
  /** The name of a music folder by its number, null for none. @throws ProtocolError notFound for one that is not */
  readonly sourceOf: (musicFolderId: number | undefined) => string | null;
  /** The name of a music folder by its number. */
  readonly folderNamed: (musicFolderId: number) => string | undefined;
}
