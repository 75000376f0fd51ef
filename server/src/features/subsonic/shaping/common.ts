import { type Digests, type ShapingDeps, there } from '../node-parts.ts';

/** Anything of the library that has an id. */
export interface Identified {
  readonly id: string;
}

/** Ids, in the order of the items. */
export const idsOf = (items: readonly Identified[]): string[] => items.map(({ id }) => id);

/** What is asked for of items of every kind. */
export const createCommon = ({ apps }: Pick<ShapingDeps, 'apps'>) => ({
  apps,
  digestsOf: (pictures: Iterable<string | null | undefined>): Promise<Digests> =>
    apps.pictureDigests(there(pictures)),
});

/** @see createCommon */
export type Common = ReturnType<typeof createCommon>;
