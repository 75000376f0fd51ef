import { turnedId } from '../../library/model/public-id.ts';
import type { ListsDeps } from './handlers/lists.ts';
import type { MarkedItem, MarkingDeps } from './handlers/marking.ts';

/*
 * What somebody makes of an item is kept by its id alone, and an album that is a folder of loose songs has the id of the
 * folder. So what is made of folders is kept by ids that nothing else has.
 */

/** The id by which it is kept what somebody makes of a folder; of such an id the folder's. */
export const keptFolderId = turnedId;

const keptItem = (item: MarkedItem): MarkedItem =>
  item.kind === 'folder' ? { ...item, id: keptFolderId(item.id) } : item;

/** What keeps stars and ratings, whatever they are of. */
export interface MarkKeeper {
  readonly marked: ListsDeps['marked'];
  readonly marking: Omit<MarkingDeps['marking'], 'unstar'> & {
    unstar(userId: number, ids: readonly string[]): Promise<void>;
  };
}

/** The same by the ids that apps have. */
export const createKeptMarks = ({
  marked,
  marking,
}: MarkKeeper): { marked: ListsDeps['marked']; marking: MarkingDeps['marking'] } => ({
  marked: async (userId, wish) => {
    const lists = await marked(userId, wish);
    return lists.map((list, at) =>
      wish.kinds[at] === 'folder' ? list.map((one) => ({ ...one, id: keptFolderId(one.id) })) : list,
    );
  },
  marking: {
    star: (userId, items) => marking.star(userId, items.map(keptItem)),
    unstar: (userId, items) =>
      marking.unstar(
        userId,
        items.map((item) => keptItem(item).id),
      ),
    rate: (userId, items, rating) => marking.rate(userId, items.map(keptItem), rating),
  },
});
