import { close, read } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { OpenedFile } from '../platform/open-inside.ts';
import type { ByteRange } from './byte-range.ts';

/** Read at a time for a listener: what a stalled one costs in memory. */
const listenerChunkBytes = 128 * 1024;

/** Read at a time for a client that takes all it can get, such as a download over the local network. */
const downloadChunkBytes = 256 * 1024;

/**
 * A client counts as a download after this many bytes without a pause; sockets of a stalled listener swallow
 * a few megabytes before they fill up.
 */
const downloadAfterBytes = 16 * 1024 * 1024;

/** Handing over one chunk takes a listener longer than this. */
const pauseMs = 200;

/**
 * Sends a run of an open file as the body of an answer whose headers are written, and closes the file
 * whatever happens. Reads on demand, the next chunk only once the socket took the last one, into one buffer.
 * When the file turns out shorter than promised, or cannot be read, the connection is cut: a client must
 * never take a part for the whole.
 */
export const streamFile = (raw: ServerResponse, file: OpenedFile, range: ByteRange): void => {
  const { descriptor } = file;
  let buffer = Buffer.allocUnsafeSlow(Math.min(listenerChunkBytes, range.end - range.start + 1));
  let position = range.start;
  let isReading = false;
  let isClosed = false;
  let takenBytes = 0;

  const closeOnce = (): void => {
    // Not under a running read: the number could be another file's by the time it happens.
    if (isClosed || isReading) return;
    isClosed = true;
    close(descriptor, () => {});
  };

  const taken = (byteCount: number, sinceMs: number): void => {
    const hasPaused = performance.now() - sinceMs > pauseMs;
    takenBytes = hasPaused ? 0 : takenBytes + byteCount;
    const isDownload = takenBytes >= downloadAfterBytes;
    if (isDownload !== buffer.length > listenerChunkBytes) {
      buffer = Buffer.allocUnsafeSlow(isDownload ? downloadChunkBytes : listenerChunkBytes);
    }
  };

  const next = (): void => {
    if (raw.destroyed || position > range.end) {
      if (!raw.destroyed) raw.end();
      closeOnce();
      return;
    }
    isReading = true;
    const length = Math.min(buffer.length, range.end - position + 1);
    read(descriptor, buffer, 0, length, position, (error, byteCount) => {
      isReading = false;
      if (raw.destroyed || error !== null || byteCount === 0) {
        raw.destroy();
        closeOnce();
        return;
      }
      position += byteCount;
      const sinceMs = performance.now();
      raw.write(buffer.subarray(0, byteCount), () => {
        taken(byteCount, sinceMs);
        next();
      });
    });
  };

  raw.on('error', () => {});
  raw.once('close', closeOnce);
  next();
};
