import { homedir } from 'node:os';
import { type Route, route } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import { listFolders } from './folder-listing.ts';
import { folderFromText } from './source-folder.ts';
import type { Sources } from './sources.ts';

/** `/mount_dirs` and `/folders`. */
export const createSourcesRoutes = (deps: { sources: Sources; workingFolder: string }): Route[] => [
  route('getMountDirs', () => [...deps.sources.list()]),
  route('putMountDirs', async ({ body, version }) => {
    // Clients of version 8 rely on a name that follows itself being dropped.
    const isRepeated = (at: number): boolean =>
      at > 0 && body[at]?.name.trim() !== '' && body[at]?.name === body[at - 1]?.name;
    await deps.sources.save(version === 8 ? body.filter((_row, at) => !isRepeated(at)) : body);
  }),
  route('listFolders', async ({ query }) => {
    const text = query.path ?? '';
    if (text.includes('\0')) throw new AppError('invalid_request', 'A folder cannot hold a NUL character.');
    return listFolders(text.trim() === '' ? homedir() : await folderFromText(text, deps.workingFolder));
  }),
];
