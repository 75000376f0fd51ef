import type { Marks, ShapingDeps } from './node-parts.ts';

/** Things that can be told as soon as it is known what somebody made of them. */
export interface Unmarked<Told> {
  /** Of all that may be marked. */
  readonly ids: readonly string[];
  readonly tell: (marks: Marks) => Told;
}

type Parts = Readonly<Record<string, Unmarked<unknown> | Promise<Unmarked<unknown>>>>;

type ToldOf<All extends Parts> = {
  readonly [Key in keyof All]: Awaited<All[Key]> extends Unmarked<infer Told> ? Told : never;
};

/** Tells all parts of an answer after a single question of what somebody made of everything in it. */
export const createTogether =
  ({ marks }: Pick<ShapingDeps, 'marks'>) =>
  async <All extends Parts>(userId: number, parts: All): Promise<ToldOf<All>> => {
    const ready = await Promise.all(
      Object.entries(parts).map(async ([key, part]) => [key, await part] as const),
    );
    const ids = ready.flatMap(([, part]) => part.ids);
    const found: Marks = ids.length === 0 ? new Map() : await marks(userId, ids);
    return Object.fromEntries(ready.map(([key, { tell }]) => [key, tell(found)])) as ToldOf<All>;
  };
