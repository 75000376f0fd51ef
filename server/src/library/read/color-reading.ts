import type Database from 'better-sqlite3';

/** A folder whose picture's colour is not known yet. */
interface UncoloredDirectory {
  readonly id: number;
  /** Virtual path of its picture. */
  readonly artworkPath: string;
}

/** Finds folders by their pictures. */
export interface ColorReading {
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
export const createColorReading = (raw: Database.Database): ColorReading => {
  const showing = raw
    .prepare<[string, string, string], number>(
      `SELECT id FROM directories WHERE virtual_path = ? AND artwork_path = ? AND artwork_color IS NOT ?`,
    )
    .pluck();
  const firstAbove = raw
    .prepare<[number], number>('SELECT id FROM directories WHERE id > ? ORDER BY id LIMIT 1')
    .pluck();
  const uncolored = raw.prepare<[number, number], UncoloredDirectory>(
    `SELECT id, artwork_path AS artworkPath FROM directories
     WHERE id > ? AND id <= ? AND artwork_path IS NOT NULL AND artwork_color IS NULL
       AND missing_since_ms IS NULL ORDER BY id`,
  );
  return {
    findShowing: async ({ artworkPath, folderPath, color }) =>
      showing.get(folderPath, artworkPath, color) ?? null,
    listUncolored: async (afterId) => {
      const first = firstAbove.get(afterId);
      if (first === undefined) return null;
      const nextId = first + windowSize;
      return { directories: uncolored.all(afterId, nextId), nextId };
    },
  };
};
