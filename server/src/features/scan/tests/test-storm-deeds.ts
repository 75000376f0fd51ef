import fc from 'fast-check';
import type { Choice } from './test-storm-files.ts';
import type { StormFolder } from './test-storm-folder.ts';

/** How often each deed is done, beside the others. */
const folderDeeds: Readonly<Record<keyof StormFolder['deeds'], number>> = {
  ...{ add: 6, addAlbum: 4, replace: 2, retag: 3, touch: 1, deleteFile: 2, deleteFolder: 1, moveFile: 6 },
  ...{ copyFile: 3, moveFolder: 5, copyFolder: 2, swapFiles: 2, swapFolders: 2, fileToFolder: 1, break: 2 },
  ...{ mend: 2, mark: 1, unmark: 1, link: 2, unlink: 1, picture: 3, refuseFile: 1, refuseFolder: 1 },
  ...{ allowAll: 2, away: 1, empty: 1, shrink: 1, allBack: 2, foreign: 2 },
};

const otherDeeds = {
  ...{ scan: 8, scanFolders: 4, scanCancelled: 3, scanKilled: 3, keep: 1, forget: 1 },
  ...{ renameSource: 1, swapSources: 1, removeSource: 1, addSource: 2, pattern: 1 },
} as const;

/** What is done apart from files and folders. */
export type OtherKind = keyof typeof otherDeeds;
type Kind = keyof typeof folderDeeds | OtherKind;
export const isOther = (kind: Kind): kind is OtherKind => kind in otherDeeds;
/** One thing that happens in a storm. */
export type Deed = Choice & { readonly kind: Kind };

/** Any deed. Shrunk by leaving deeds out; each stays as it is. */
export const deed: fc.Arbitrary<Deed> = fc.noShrink(
  fc.record({
    kind: fc.oneof(
      ...Object.entries({ ...folderDeeds, ...otherDeeds }).map(([kind, weight]) => ({
        weight,
        arbitrary: fc.constant(kind as Kind),
      })),
    ),
    a: fc.nat(9999),
    b: fc.nat(9999),
    c: fc.nat(9999),
  }),
);
