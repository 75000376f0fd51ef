/** How a row of `directories` counts as an album, and in the folder above it: SQL that gives 1 or 0. */
const albums = (row: 'new' | 'old'): string => `(${row}.is_album = 1 AND ${row}.missing_since_ms IS NULL)`;
const children = (row: 'new' | 'old'): string => `(${row}.missing_since_ms IS NULL)`;

const addAlbums = (delta: string): string =>
  `UPDATE meta SET value = CAST(value + ${delta} AS TEXT) WHERE key = 'album_count';`;

const addChildren = (delta: string, row: 'new' | 'old'): string =>
  `UPDATE directories SET child_count = child_count + ${delta} WHERE id = ${row}.parent_id;`;

/**
 * Triggers that keep the number of albums (`meta`) and of folders in each folder (`child_count`), missing
 * ones left out. A folder never gets another parent.
 */
export const directoryCounts = `
  CREATE TRIGGER album_comes AFTER INSERT ON directories WHEN ${albums('new')}
    BEGIN ${addAlbums('1')} END;
  CREATE TRIGGER album_goes AFTER DELETE ON directories WHEN ${albums('old')}
    BEGIN ${addAlbums('-1')} END;
  CREATE TRIGGER album_changes AFTER UPDATE OF is_album, missing_since_ms ON directories
    WHEN ${albums('new')} <> ${albums('old')}
    BEGIN ${addAlbums(`${albums('new')} - ${albums('old')}`)} END;
  CREATE TRIGGER child_comes AFTER INSERT ON directories WHEN ${children('new')}
    BEGIN ${addChildren('1', 'new')} END;
  CREATE TRIGGER child_goes AFTER DELETE ON directories WHEN ${children('old')}
    BEGIN ${addChildren('-1', 'old')} END;
  CREATE TRIGGER child_changes AFTER UPDATE OF missing_since_ms ON directories
    WHEN ${children('new')} <> ${children('old')}
    BEGIN ${addChildren(`${children('new')} - ${children('old')}`, 'new')} END;
`;
