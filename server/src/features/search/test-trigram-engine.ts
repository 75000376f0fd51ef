import type { SearchDocument } from '@tonearm/testkit';
import type Database from 'better-sqlite3';
import type { Postgres } from '../../db/postgres.ts';
import type { JsonRuns } from '../../library/read/library-reading.ts';
import { countOnPage, type ListPage } from '../../library/read/list-page.ts';
import { wordsOf } from '../../library/search-index/search-words.ts';
import type { SearchEngine } from './search.ts';
import { documentsOf, itemsOf } from './test-engine-documents.ts';

/*
 * PostgreSQL's trigrams as a search engine: shows that one of another make fits behind the port. It holds the texts and
 * their order, finds and ranks; what was found is read from the library by its ids, as ever.
 */

/** PostgreSQL keeps no NUL: it is another sign there. */
const kept = (text: string): string => text.replaceAll('\0', '\u{f8ff}');

const keptDocument = (document: SearchDocument): SearchDocument => ({
  ...document,
  title: kept(document.title),
  name: kept(document.name),
  own: kept(document.own),
  above: kept(document.above),
  whole: kept(document.whole),
});

const schema = `
  CREATE SCHEMA IF NOT EXISTS state;
  CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA state;
  DROP TABLE IF EXISTS state.documents;
  CREATE TABLE state.documents (
    kind text, id int8, place int8, title text, name text, own text, above text, whole text
  );
  CREATE INDEX documents_whole ON state.documents USING gin (whole gin_trgm_ops);
  CREATE INDEX documents_own ON state.documents USING gin (own gin_trgm_ops);`;

const columns = ['kind', 'id', 'place', 'title', 'name', 'own', 'above', 'whole'] as const;
const rowsAtOnce = 1_000;

const fill = async (database: Postgres, documents: readonly SearchDocument[]): Promise<void> => {
  for (let at = 0; at < documents.length; at += rowsAtOnce) {
    const rows = JSON.stringify(documents.slice(at, at + rowsAtOnce));
    await database.query(
      `INSERT INTO state.documents SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(NULL::state.documents, $1)`,
      [rows],
    );
  }
};

const hits = `
  FROM state.documents
  WHERE own LIKE ALL ($1) OR (whole LIKE ALL ($1) AND NOT above LIKE ALL ($1))`;

/** Best first: the whole title, its beginning, whole words of the name, parts of it, whole words elsewhere, parts. */
const rank = `CASE
  WHEN title = $2 THEN 0
  WHEN name LIKE ALL ($1) AND title LIKE ANY ($3) THEN 1
  WHEN name ~ ALL ($4) THEN 2
  WHEN name LIKE ALL ($1) THEN 3
  WHEN own ~ ALL ($4) THEN 4
  WHEN own LIKE ALL ($1) THEN 5
  ELSE 6 END`;

const escapedLike = (word: string): string => word.replaceAll(/[\\%_]/g, '\\$&');
const escapedPattern = (word: string): string => word.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&');

const anywhere = (words: readonly string[]): string[] => words.map((word) => `%${escapedLike(word)}%`);

/** Fills it from a library. The database may be used for nothing else. */
export const createTrigramEngine = async (
  database: Postgres,
  raw: Database.Database,
): Promise<SearchEngine> => {
  await database.query(schema);
  await fill(database, documentsOf(raw).map(keptDocument));
  const pageOf = async (words: readonly string[], { offset, limit }: ListPage) =>
    database.query<{ kind: string; id: number }>(
      `SELECT kind, id ${hits} ORDER BY kind, ${rank}, place OFFSET $5 LIMIT $6`,
      [
        anywhere(words),
        words.join(' '),
        words.map((word) => `${escapedLike(word)}%`),
        words.map((word) => `(^|[^[:alnum:]])${escapedPattern(word)}([^[:alnum:]]|$)`),
        offset,
        Number.isFinite(limit) ? limit : null,
      ],
    );
  return {
    find: async (query, page) => {
      const words = wordsOf(query).map(kept);
      const [count] = await database.query<{ total: number; directories: number }>(
        `SELECT count(*) AS total, count(*) FILTER (WHERE kind = 'directory') AS directories ${hits}`,
        [words.length === 0 ? null : anywhere(words)],
      );
      const { total = 0, directories: directoryCount = 0 } = count ?? {};
      const runs: JsonRuns = itemsOf(raw, total === 0 ? [] : await pageOf(words, page));
      return { total, directoryCount, count: countOnPage(total, page), runs };
    },
  };
};
