import { type Route, route } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Corrections } from './corrections.ts';

const idOf = (parameter: string): number => {
  if (/^\d{1,15}$/.test(parameter)) return Number(parameter);
  throw new AppError('correction_not_found', 'There is no such correction.');
};

/** The calls of corrections. @param deps.nameOf name of a user */
export const createCorrectionsRoutes = (deps: {
  corrections: Corrections;
  nameOf: (userId: number) => Promise<string | null>;
}): Route[] => {
  const { corrections, nameOf } = deps;
  return [
    route('listCorrections', () =>
      corrections
        .all()
        .map(({ id, about, madeBy, madeAtMs }) => ({ id, ...about, made_by: madeBy, made_at_ms: madeAtMs }))
        .toReversed(),
    ),
    route('makeCorrection', async ({ caller, body }) => {
      const madeBy = caller === null ? null : await nameOf(caller.userId);
      return { id: await corrections.make(body, madeBy ?? '') };
    }),
    route('undoCorrection', async ({ parameter }) => {
      await corrections.undo(idOf(parameter));
    }),
    route('exportCorrections', async () => ({ version: 1 as const, corrections: await corrections.carry() })),
    route('importCorrections', async ({ body }) => ({ added: await corrections.take(body.corrections) })),
  ];
};
