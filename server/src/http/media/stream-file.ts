import { close, read } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { OpenedFile } from '../../platform/paths/open-inside.ts';
import type { ByteRange } from './byte-range.ts';
import type { ChunkLender } from './chunk-lender.ts';

/** An open file that is closed once: not under a running read, when the number could be another file's by then. */
const createFileSource = (descriptor: number) => {
  let isReading = false;
  let isClosed = false;
  return {
    close: (): void => {
      if (isClosed || isReading) return;
      isClosed = true;
      close(descriptor, () => {});
    },
    /** Reads on another thread. @param taken given how many bytes; none where it could not be read */
    read: (into: Buffer, position: number, taken: (byteCount: number) => void): void => {
      isReading = true;
      read(descriptor, into, 0, into.length, position, (error, byteCount) => {
        isReading = false;
        taken(error === null ? byteCount : 0);
      });
    },
  };
};

/** Hands chunks to a connection, one after the other. */
const createHandOver = (raw: ServerResponse, chunks: Pick<ChunkLender, 'giveBack'>) => {
  let isHandedOver = false;
  const takeBack = (byteCount: number, tookMs: number): void => {
    isHandedOver = false;
    chunks.giveBack(byteCount, tookMs);
  };
  return {
    /** @param taken called once the connection took it */
    give: (chunk: Buffer, taken: () => void): void => {
      const sinceMs = performance.now();
      isHandedOver = true;
      raw.write(chunk, () => {
        if (!isHandedOver) return;
        takeBack(chunk.length, performance.now() - sinceMs);
        taken();
      });
    },
    /** It was borrowed, and will not be sent. */
    giveUp: (): void => takeBack(0, 0),
    /** A connection that breaks may swallow the word that a chunk was taken. */
    end: (): void => {
      if (isHandedOver) takeBack(0, 0);
    },
  };
};

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
  const source = createFileSource(descriptor);
  const connection = createHandOver(raw, chunks);
  let position = range.start;

  const handOver = (buffer: Buffer, byteCount: number): void => {
    if (raw.destroyed || byteCount === 0) {
      connection.giveUp();
      raw.destroy();
      source.close();
      return;
    }
    position += byteCount;
    connection.give(buffer.subarray(0, byteCount), next);
  };

  const readNext = (endTurn: () => void): void => {
    // Who went away while it was not yet its turn.
    if (raw.destroyed) {
      endTurn();
      source.close();
      return;
    }
    const buffer = chunks.borrow(range.end - position + 1);
    const cached = chunks.readCached(descriptor, buffer, position);
    if (cached !== null) {
      endTurn();
      handOver(buffer, cached);
      return;
    }
    source.read(buffer, position, (byteCount) => {
      endTurn();
      handOver(buffer, byteCount);
    });
  };

  const next = (): void => {
    if (!raw.destroyed && position <= range.end) {
      chunks.whenTurn(readNext);
      return;
    }
    if (!raw.destroyed) raw.end();
    source.close();
  };

  raw.on('error', () => {});
  raw.once('close', () => {
    connection.end();
    source.close();
  });
  next();
};
