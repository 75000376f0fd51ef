import type { OpenDatabase } from '../../db/sqlite.ts';
import type { LibraryDatabase } from '../../library/library-schema.ts';

/** A folder whose picture's colour is not known yet. */
interface UncoloredDirectory {
  readonly id: number;
  /** Virtual path of its picture. */
  readonly artworkPath: string;
}

/** Finds folders by their pictures. */
export interface ArtworkColorStore {
  /** The folder that shows this picture and lies around it, unless it has this colour already. */
  findShowing(picture: { artworkPath: string; folderPath: string; color: string }): Promise<number | null>;
  /**
   * Folders without a colour whose numbers lie in a window above `afterId`; null when none lies above at all.
   * A window rather than a limit, so that one call never reads the whole table.
   */
  listUncolored(afterId: number): Promise<{ directories: UncoloredDirectory[]; nextId: number } | null>;
}

const windowSize = 1000;

/** Over the reading connection to the library. */
export const createArtworkColorStore = ({
  query,
}: Pick<OpenDatabase<LibraryDatabase>, 'query'>): ArtworkColorStore => ({
  findShowing: async ({ artworkPath, folderPath, color }) => {
    const row = await query
      .selectFrom('directories')
      .select('id')
      .where('virtual_path', '=', folderPath)
      .where('artwork_path', '=', artworkPath)
      .where('artwork_color', 'is not', color)
      .executeTakeFirst();
    return row?.id ?? null;
  },
  listUncolored: async (afterId) => {
    const first = await query
      .selectFrom('directories')
      .select('id')
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (first === undefined) return null;
    const nextId = first.id + windowSize;
    const rows = await query
      .selectFrom('directories')
      .select(['id', 'artwork_path'])
      .where('id', '>', afterId)
      .where('id', '<=', nextId)
      .where('artwork_path', 'is not', null)
      .where('artwork_color', 'is', null)
      .where('missing_since_ms', 'is', null)
      .orderBy('id')
      .execute();
    const directories = rows.map((row) => ({ id: row.id, artworkPath: row.artwork_path ?? '' }));
    return { directories, nextId };
  },
});
