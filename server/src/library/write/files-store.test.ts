import { tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { naturalKey } from '../../platform/text/natural-key.ts';
import { openLibraryWriter } from '../open-library.ts';
import { createDirectoriesStore } from './directories-store.ts';
import { createFilesStore, type FilesStore } from './files-store.ts';

interface Row {
  readonly reason: 'not_audio' | 'too_much_work';
  readonly sizeBytes: number;
  readonly tries: number;
  readonly triedAtMs: number | null;
}

/** The report as a plain map from folder and name. */
const createModel = () => {
  const rows = new Map<string, Row>();
  return {
    rows,
    put: (key: string, next: Omit<Row, 'tries'>): void => {
      const known = rows.get(key);
      const added = next.triedAtMs === null ? 0 : 1;
      const isSame = known?.sizeBytes === next.sizeBytes;
      const isRepeated = isSame && known.reason === next.reason && known.triedAtMs === next.triedAtMs;
      if (!isRepeated) rows.set(key, { ...next, tries: isSame ? known.tries + added : added });
    },
    removeAll: (folder: number): void => {
      for (const key of [...rows.keys()]) if (key.startsWith(`${folder}/`)) rows.delete(key);
    },
  };
};

const folders = fc.integer({ min: 1, max: 3 });
const names = fc.constantFrom('', 'a.mp3', 'b.mp3');
const deed = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    folder: folders,
    name: names,
    reason: fc.constantFrom('not_audio' as const, 'too_much_work' as const),
    sizeBytes: fc.integer({ min: 1, max: 2 }),
    triedAtMs: fc.constantFrom(null, 5, 9),
  }),
  fc.record({ kind: fc.constant('remove' as const), folder: folders, name: names }),
  fc.record({ kind: fc.constant('removeAll' as const), folder: folders }),
  // Who opens it anew knows nothing of what is in it.
  fc.record({ kind: fc.constant('reopen' as const) }),
);

const keysIn = (store: FilesStore): Record<string, Row> =>
  Object.fromEntries(
    [1, 2, 3].flatMap((folder) =>
      store
        .problems(folder)
        .map(({ name, sizeBytes, tries, triedAtMs, isGivenUp }) => [
          `${folder}/${name}`,
          { sizeBytes, tries, triedAtMs: isGivenUp === 1 ? triedAtMs : null },
        ]),
    ),
  ) as unknown as Record<string, Row>;

it('holds the report of problems as a plain map would, whatever is put in and taken out', async () => {
  await using folder = await tempFolder();
  const { raw, close } = openLibraryWriter(folder.path);
  const directories = createDirectoriesStore(raw);
  for (const name of ['one', 'two', 'three']) {
    const [sortKey, place] = [naturalKey(name), { sourceId: 1, parentId: null, name, realName: null }];
    directories.insert({ ...place, virtualPath: name, sortKey, walkKey: sortKey, addedAt: 0 });
  }
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 14 }), (deeds) => {
      raw.exec('DELETE FROM problems');
      let store = createFilesStore(raw);
      const model = createModel();
      for (const one of deeds) {
        if (one.kind === 'reopen') store = createFilesStore(raw);
        else if (one.kind === 'removeAll') {
          store.removeAll(one.folder);
          model.removeAll(one.folder);
        } else if (one.kind === 'remove') {
          store.removeProblem(one.folder, one.name);
          model.rows.delete(`${one.folder}/${one.name}`);
        } else {
          const { folder: directoryId, name, reason, sizeBytes, triedAtMs } = one;
          store.putProblem({ directoryId, name, reason, sizeBytes, mtimeUs: 1, triedAtMs });
          model.put(`${directoryId}/${name}`, { reason, sizeBytes, triedAtMs });
        }
      }
      const expected = [...model.rows].map(([key, { reason: _, ...row }]) => [key, row]);
      expect(keysIn(store)).toEqual(Object.fromEntries(expected));
      expect(store.problemCount()).toBe(model.rows.size);
      const foldersWith = (test: (row: Row) => boolean) =>
        [...model.rows].filter(([, row]) => test(row)).map(([key]) => Number(key[0]));
      expect(
        store
          .givenUp()
          .map(({ directoryId }) => directoryId)
          .sort(),
      ).toEqual(foldersWith(({ triedAtMs }) => triedAtMs !== null).sort());
      expect(store.foldersOf(null).sort()).toEqual([...new Set(foldersWith(() => true))].sort());
      const asked = ['one', 'two/a.mp3', 'three/nothing.mp3'];
      expect(store.foldersOf(asked).sort()).toEqual(
        [1, 2].filter((id) => model.rows.has(id === 1 ? '1/' : '2/a.mp3')),
      );
    }),
  );
  close();
});
