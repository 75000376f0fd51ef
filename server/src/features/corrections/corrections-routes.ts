import { type Route, route } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Corrections } from './corrections.ts';

const idOf = (parameter: string): number => {
  if (/^\d{1,15}$/.test(parameter)) return Number(parameter);
  throw new AppError('correction_not_found', 'There is no such correction.');
};

/** The calls of corrections. */
export const createCorrectionsRoutes = ({ corrections }: { corrections: Corrections }): Route[] => {
  return [
    route('listCorrections', () =>
      corrections
        .all()
        .map(({ id, about, madeBy, madeAtMs }) => ({ id, ...about, made_by: madeBy, made_at_ms: madeAtMs }))
        .toReversed(),
    ),
    route('makeCorrection', async ({ caller, body }) => ({
      id: await corrections.make(body, caller?.username ?? ''),
    })),
    route('undoCorrection', async ({ parameter }) => {
      await corrections.undo(idOf(parameter));
    }),
    route('exportCorrections', async () => ({ version: 1 as const, corrections: await corrections.carry() })),
    route('importCorrections', async ({ body }) => ({ added: await corrections.take(body.corrections) })),
  ];
};
