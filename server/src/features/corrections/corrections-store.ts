import type { CorrectionAbout, CorrectionRule } from '@tonearm/contract';
import type { StateQuery } from '../../state/state-access.ts';

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

/** Adds corrections in their order. @returns their ids */
export const addCorrections = async (
  query: StateQuery,
  all: readonly MadeCorrection[],
): Promise<number[]> => {
  const ids: number[] = [];
  for (let begin = 0; begin < all.length; begin += rowsAtOnce) {
    const rows = await query
      .insertInto('corrections')
      .values(
        all.slice(begin, begin + rowsAtOnce).map(({ rule, about, madeBy, madeAtMs }) => ({
          rule: JSON.stringify(rule),
          about: JSON.stringify(about),
          made_by: madeBy,
          made_at_ms: madeAtMs,
        })),
      )
      .returning('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
};

/** Takes one back; nothing where there is none. */
export const removeCorrection = async (query: StateQuery, id: number): Promise<void> => {
  await query.deleteFrom('corrections').where('id', '=', id).execute();
};
