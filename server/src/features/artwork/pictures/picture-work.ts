import { createHash } from 'node:crypto';
import { existsSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { closeOpened, type OpenedFile, openInside } from '../../../platform/paths/open-inside.ts';
import { readSongPicture } from '../../tags/index.ts';
import { thumbnailFile, thumbnailName } from '../thumbnail-options.ts';
import type { PictureJob, PictureOutcome } from './picture-messages.ts';
import { colorOf, PictureRefused, renderThumbnail } from './picture-render.ts';

/** Largest picture file that is read, in bytes. */
const mostFileBytes = 64 * 1024 * 1024;

const readWhole = (file: OpenedFile): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(file.sizeBytes);
  let count = 0;
  while (count < bytes.length) {
    const got = readSync(file.descriptor, bytes, count, bytes.length - count, count);
    if (got === 0) break;
    count += got;
  }
  return bytes.subarray(0, count);
};

const pictureIn = async (job: PictureJob, file: OpenedFile): Promise<Buffer> => {
  if (job.kind === 'song') {
    const picture = await readSongPicture(file);
    if (picture === null || picture.length === 0) throw new NoPicture();
    return picture;
  }
  if (file.sizeBytes > mostFileBytes) throw new PictureRefused('too many bytes');
  return readWhole(file);
};

class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

const outcomeFor = async (job: PictureJob, file: OpenedFile): Promise<PictureOutcome> => {
  const { identity } = file;
  const bytes = await pictureIn(job, file);
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  if (job.options === null)
    return { kind: 'done', identity, digest, color: await colorOf(bytes), made: null };
  const stored = join(job.cacheFolder, thumbnailFile(thumbnailName(digest, job.options)));
  if (existsSync(stored)) return { kind: 'done', identity, digest, color: null, made: null };
  const { color, ...made } = await renderThumbnail(bytes, job.options);
  return { kind: 'done', identity, digest, color, made };
};

/** Does one job: opens the file, finds its picture, decodes and encodes it. Blocks while it reads. */
export const workOnPicture = async (job: PictureJob): Promise<PictureOutcome> => {
  const file = await openInside(Buffer.from(job.path), { folders: job.folders, forbidden: job.forbidden });
  if (file === null) return { kind: 'absent' };
  try {
    return await outcomeFor(job, file);
  } catch (error) {
    if (error instanceof NoPicture)
      return { kind: 'refused', identity: file.identity, refusal: 'no-picture' };
    if (error instanceof PictureRefused) {
      return { kind: 'refused', identity: file.identity, refusal: 'unsupported' };
    }
    throw error;
  } finally {
    await closeOpened(file);
  }
};
