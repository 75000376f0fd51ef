import { hash } from 'node:crypto';
import { type ChunkLender, createChunkLenders } from '../../http/media/chunk-lender.ts';
import { sendBytes } from '../../http/media/range-response.ts';
import { type Route, route } from '../../http/route.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { audioTypeOf } from '../../platform/paths/audio-formats.ts';
import { openInside } from '../../platform/paths/open-inside.ts';
import { containerInFile } from './container-in-file.ts';
import { inlineDisposition } from './content-disposition.ts';

/** What streaming needs. */
export interface StreamingDeps {
  readonly lookup: Pick<CollectionLookup, 'findSongFile'>;
  /** Folders that the songs of a source, told by its folder, may lie in; none once it is not served any more. */
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  /** Never served from. */
  readonly dataFolder: string;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Device and inode numbers stay with us: what goes out is a digest. */
const etagOf = (identity: string): string => `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`;

const songNotFound = (): AppError =>
  new AppError('song_not_found', 'There is no such song in the collection.');

/** The bytes of songs. */
export const createStreamingRoutes = (
  deps: StreamingDeps,
  lend: () => ChunkLender = createChunkLenders(),
): Route[] => [
  route('audio', async ({ parameter, request, reply }) => {
    const found = await deps.lookup.findSongFile(parameter);
    if (found === null) throw songNotFound();
    const file = await openInside(found.realPath, {
      folders: deps.foldersOf(found.sourceRealPath),
      forbidden: deps.dataFolder,
    });
    if (file === null) throw songNotFound();
    return await sendBytes(
      { request, reply },
      {
        body: file,
        lastModifiedMs: file.mtimeMs,
        etag: etagOf(file.identity),
        contentType: audioTypeOf(found.name, await containerInFile(file.descriptor)),
        headers: { 'Content-Disposition': inlineDisposition(found.name) },
        nowMs: deps.clock.nowMs(),
        lend,
      },
    );
  }),
];
