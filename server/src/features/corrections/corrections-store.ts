import type { CorrectionAbout, CorrectionRule } from '@tonearm/contract';
import type { StateQuery } from '../../state/state-access.ts';
import { type Write, writeWithRows } from '../../state/written-together.ts';

/** A correction as it was made. */
export interface MadeCorrection {
  readonly rule: CorrectionRule;
  readonly about: CorrectionAbout;
  /** Who made it. */
  readonly madeBy: string;
  readonly madeAtMs: number;
}

/** A correction that holds. */
export interface StoredCorrection extends MadeCorrection {
  readonly id: number;
}

/** All that hold, the oldest first: later ones see what earlier ones made. */
export const readCorrections = async (query: StateQuery): Promise<StoredCorrection[]> => {
  const rows = await query.selectFrom('corrections').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    rule: JSON.parse(row.rule) as CorrectionRule,
    about: JSON.parse(row.about) as CorrectionAbout,
    madeBy: row.made_by,
    madeAtMs: row.made_at_ms,
  }));
};

/** Rows of one statement: SQLite takes 32,766 values. */
const rowsAtOnce = 5_000;

const adding = (query: StateQuery, all: readonly MadeCorrection[]) =>
  query.insertInto('corrections').values(
    all.map(({ rule, about, madeBy, madeAtMs }) => ({
      rule: JSON.stringify(rule),
      about: JSON.stringify(about),
      made_by: madeBy,
      made_at_ms: madeAtMs,
    })),
  );

/** Adds corrections in their order. */
export const addCorrections = async (query: StateQuery, all: readonly MadeCorrection[]): Promise<void> => {
  for (let begin = 0; begin < all.length; begin += rowsAtOnce) {
    await adding(query, all.slice(begin, begin + rowsAtOnce)).execute();
  }
};

/** Adds one, with what is written for it. @returns its id */
export const addCorrection = async (
  query: StateQuery,
  made: MadeCorrection,
  others: readonly Write[],
): Promise<number> => {
  const [row] = await writeWithRows(query, adding(query, [made]).returning('id'), others);
  return row?.id ?? 0;
};

/** Takes one back; nothing where there is none. */
export const removingCorrection = (query: StateQuery, id: number): Write =>
  query.deleteFrom('corrections').where('id', '=', id);
