import type { ListsDeps } from './handlers/lists.ts';
import type { MarkedItem, MarkingDeps } from './handlers/marking.ts';
import { keptFolderId } from './ids.ts';

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
