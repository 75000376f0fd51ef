import type { Unmarked } from '../marked-together.ts';
import type { Mark } from '../node-parts.ts';
import type { EntryText } from '../wire/entries-bytes.ts';
import { createKeptMembers, joinedEntries } from '../wire/joined.ts';
import { type Entries, together as inOne, type Node } from '../wire/tree.ts';
import type { Identified } from './common.ts';

/**
 * Lists things of which the library gives the same objects while it stays as it is: what they are to everybody is made
 * once for each of those, what somebody made of them is added.
 */
export const createKeptEntries = <Thing extends Identified>(
  markOf: (mark: Mark | undefined) => Node | null,
  prepare: (things: readonly Thing[]) => Promise<(thing: Thing) => Node>,
  keptId: (id: string) => string = (id) => id,
) => {
  const kept = createKeptMembers<Thing>();
  const inGroups = async (groups: readonly (readonly Thing[])[]): Promise<Unmarked<Entries[]>> => {
    const things = groups.flat();
    const make = await prepare(things.filter((thing) => !kept.has(thing)));
    return {
      ids: things.map(({ id }) => keptId(id)),
      tell: (marks) =>
        groups.map((group) =>
          joinedEntries(
            group.map((thing) => ({
              common: kept.of(thing, () => make(thing)),
              own: markOf(marks.get(keptId(thing.id))),
            })),
          ),
        ),
    };
  };
  return {
    inGroups,
    inList: async (things: readonly Thing[]): Promise<Unmarked<Entries>> => {
      const { ids, tell } = await inGroups([things]);
      return { ids, tell: (marks) => inOne(tell(marks)) };
    },
    /** What they are to everybody, with room for what somebody made of each. */
    texts: async (things: readonly Thing[]): Promise<readonly EntryText[]> => {
      const make = await prepare(things.filter((thing) => !kept.has(thing)));
      return things.map((thing) => ({ before: `{${kept.of(thing, () => make(thing))}`, behind: '}' }));
    },
  };
};
