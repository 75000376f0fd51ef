import type { AppReading, PageOf, WalkOrder } from '../../../library/read/apps/app-reading.ts';
import type { Shaping } from '../shaping/shaping.ts';
import { createEntriesBytes, type EntriesBytes } from '../wire/entries-bytes.ts';

/** Orders of albums that are walked through. */
export type WalkedOrder = Extract<WalkOrder, { readonly by: 'row' | 'name' | 'artist' | 'newest' }>;

/** A page of the walk through every song or every album. */
export type WalkPage =
  | { readonly of: 'songs'; readonly page: PageOf }
  | { readonly of: 'albums'; readonly order: WalkedOrder; readonly page: PageOf };

/** What a page is to everybody. */
export interface MadePage {
  readonly entries: EntriesBytes;
  /** Albums that the whole list has; null of songs, which nobody counts. */
  readonly total: number | null;
}

/** A page that is to be made. */
interface Stretch {
  /** Another text for other entries, as long as the state of the library is the same. */
  readonly name: string;
  make(): Promise<MadePage>;
}

/** Makes pages of what everybody is told, here or in a process beside. */
export interface PageMaking {
  stretch(wanted: WalkPage): Promise<Stretch>;
}

/** @see PageMaking */
export const createPageMaking = ({
  apps,
  shaping,
}: {
  readonly apps: Pick<AppReading, 'songs' | 'albums'>;
  readonly shaping: Pick<Shaping, 'songTexts' | 'albumTexts'>;
}): PageMaking => ({
  stretch: async (wanted) => {
    if (wanted.of === 'songs') {
      const { name, read } = await apps.songs(wanted.page);
      return {
        name: `songs ${name}`,
        make: async () => {
          const songs = await read();
          const texts = await shaping.songTexts(songs);
          const ids = songs.map(({ id }) => id);
          return { entries: createEntriesBytes(ids, texts), total: null };
        },
      };
    }
    const { order, page } = wanted;
    return {
      name: `albums ${order.by} ${JSON.stringify(page.source)} ${page.offset} ${page.limit}`,
      make: async () => {
        const { total, entries: albums } = await apps.albums(order, page);
        const texts = await shaping.albumTexts(albums);
        const ids = albums.map(({ id }) => id);
        return { entries: createEntriesBytes(ids, texts), total };
      },
    };
  },
});
