import { close, read } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { OpenedFile } from '../../platform/paths/open-inside.ts';
import type { ByteRange } from './byte-range.ts';
import type { ChunkLender } from './chunk-lender.ts';

/**
 * Sends a run of an open file as the body of an answer whose headers are written, and closes the file
 * whatever happens. Reads on demand, the next chunk only once the socket took the last one.
 * When the file turns out shorter than promised, or cannot be read, the connection is cut: a client must
 * never take a part for the whole.
 */
export const streamFile = (
  raw: ServerResponse,
  { file, range, chunks }: { file: OpenedFile; range: ByteRange; chunks: ChunkLender },
): void => {
  const { descriptor } = file;
  let position = range.start;
  let isReading = false;
  let isHandedOver = false;
  let isClosed = false;

  const takeBack = (byteCount: number, tookMs: number): void => {
    isHandedOver = false;
    chunks.giveBack(byteCount, tookMs);
  };

  const closeOnce = (): void => {
    // Not under a running read: the number could be another file's by the time it happens.
    if (isClosed || isReading) return;
    isClosed = true;
    close(descriptor, () => {});
  };

  const readNext = (endTurn: () => void): void => {
    // Who went away while it was not yet its turn.
    if (raw.destroyed) {
      endTurn();
      closeOnce();
      return;
    }
    isReading = true;
    const buffer = chunks.borrow(range.end - position + 1);
    read(descriptor, buffer, 0, buffer.length, position, (error, byteCount) => {
      isReading = false;
      endTurn();
      if (raw.destroyed || error !== null || byteCount === 0) {
        takeBack(0, 0);
        raw.destroy();
        closeOnce();
        return;
      }
      position += byteCount;
      const sinceMs = performance.now();
      isHandedOver = true;
      raw.write(buffer.subarray(0, byteCount), () => {
        if (!isHandedOver) return;
        takeBack(byteCount, performance.now() - sinceMs);
        next();
      });
    });
  };

  const next = (): void => {
    if (!raw.destroyed && position <= range.end) {
      chunks.whenTurn(readNext);
      return;
    }
    if (!raw.destroyed) raw.end();
    closeOnce();
  };

  raw.on('error', () => {});
  raw.once('close', () => {
    // A connection that breaks may swallow the word that a chunk was taken.
    if (isHandedOver) takeBack(0, 0);
    closeOnce();
  });
  next();
};
