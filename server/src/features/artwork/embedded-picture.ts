import { readSync } from 'node:fs';
import { type IPicture, parseFromTokenizer, selectCover } from 'music-metadata';
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3';

/** Largest part of a tag that is read at once, in bytes; a picture is one part. */
const longestReadBytes = 32 * 1024 * 1024;

/** Read at a time, so that the many small reads of a parser stay in memory. */
const pageBytes = 64 * 1024;

/** Reads an open file for the tag library, synchronously and a page at a time. For a thread of its own. */
class DescriptorTokenizer extends AbstractTokenizer {
  readonly fileInfo: { size: number };
  readonly #descriptor: number;
  readonly #page = Buffer.allocUnsafeSlow(pageBytes);
  #pageStart = 0;
  #pageLength = 0;

  constructor(descriptor: number, sizeBytes: number) {
    super({ maxBufferSize: longestReadBytes });
    this.#descriptor = descriptor;
    this.fileInfo = { size: sizeBytes };
  }

  supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const wanted = this.normalizeOptions(target, options);
    const count = this.#copy(target, wanted);
    this.position = wanted.position + count;
    return count;
  }

  async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    return this.#copy(target, this.normalizeOptions(target, options));
  }

  #copy(target: Uint8Array, wanted: { length: number; position: number; mayBeLess?: boolean }): number {
    const count =
      wanted.length > pageBytes
        ? this.#fill(target.subarray(0, wanted.length), wanted.position)
        : this.#fromPage(target, wanted);
    if (count < wanted.length && wanted.mayBeLess !== true) throw new EndOfStreamError();
    return count;
  }

  #fromPage(target: Uint8Array, wanted: { length: number; position: number }): number {
    const end = wanted.position + wanted.length;
    if (wanted.position < this.#pageStart || end > this.#pageStart + this.#pageLength) {
      this.#pageStart = wanted.position;
      this.#pageLength = this.#fill(this.#page, wanted.position);
    }
    const from = wanted.position - this.#pageStart;
    const part = this.#page.subarray(from, Math.min(from + wanted.length, this.#pageLength));
    target.set(part);
    return part.length;
  }

  #fill(target: Uint8Array, position: number): number {
    let count = 0;
    while (count < target.length) {
      const got = readSync(this.#descriptor, target, count, target.length - count, position + count);
      if (got === 0) break;
      count += got;
    }
    return count;
  }
}

/** Ends the parser's work once a front cover was seen: nothing that comes later would be better. */
class FrontCoverFound extends Error {
  override readonly name = 'FrontCoverFound';
}

const isFrontCover = (picture: IPicture): boolean => picture.type?.toLowerCase() === 'cover (front)';

/**
 * The picture inside a song: its front cover, else its first. Knows ID3v2, Vorbis comments, FLAC blocks,
 * MP4 and APE tags in every container the tag library reads.
 * @param file an open file; stays open
 * @returns null when there is none, or when the file cannot be read
 */
export const readEmbeddedPicture = async (file: {
  readonly descriptor: number;
  readonly sizeBytes: number;
}): Promise<Buffer | null> => {
  const seen: IPicture[] = [];
  try {
    await parseFromTokenizer(new DescriptorTokenizer(file.descriptor, file.sizeBytes), {
      duration: false,
      skipCovers: false,
      observer: ({ tag }) => {
        if (tag.id !== 'picture') return;
        const picture = tag.value as IPicture;
        seen.push(picture);
        if (isFrontCover(picture)) throw new FrontCoverFound();
      },
    });
  } catch {
    // A file that ends early or holds nonsense may still have shown its picture before that.
  }
  const best = selectCover(seen);
  return best === null ? null : Buffer.from(best.data.buffer, best.data.byteOffset, best.data.byteLength);
};
