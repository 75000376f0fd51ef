import { connect } from 'node:net';

/** An answer of which nothing was kept. */
export interface CountedAnswer {
  readonly status: number;
  /** All that came, with its head. */
  readonly bytes: number;
  /** From asking to the last byte, in milliseconds. */
  readonly totalMs: number;
}

const bufferBytes = 64 * 1024;

/** Where the status stands in `HTTP/1.1 200`. */
const statusAt = [9, 12] as const;

/** With what an answer of unknown length ends. */
const lastChunk = '0\r\n\r\n';

/**
 * Asks for a long answer and counts what comes, all of it in the same piece of memory. A client that keeps what it gets
 * collects garbage beside, and so takes the processors from the server that is looked at.
 * @param of.address of the answer, by HTTP
 * @throws Error where the answer breaks off, or is one whose length was told
 */
export const countAnswer = (of: { readonly address: URL; readonly token: string }): Promise<CountedAnswer> =>
  new Promise((resolve, reject) => {
    const { address, token } = of;
    const buffer = Buffer.alloc(bufferBytes);
    let status = 0;
    let bytes = 0;
    let end = '';
    const take = (length: number): boolean => {
      if (bytes === 0) status = Number(buffer.toString('latin1', ...statusAt));
      bytes += length;
      end = (end + buffer.toString('latin1', Math.max(0, length - lastChunk.length), length)).slice(
        -lastChunk.length,
      );
      return true;
    };
    const begunMs = performance.now();
    const socket = connect({
      host: address.hostname,
      port: Number(address.port),
      onread: { buffer, callback: take },
    });
    socket.once('error', reject);
    socket.once('close', () => {
      if (end === lastChunk) resolve({ status, bytes, totalMs: performance.now() - begunMs });
      else reject(new Error(`the answer broke off after ${bytes} bytes`));
    });
    const head = [`Host: ${address.host}`, `Authorization: Bearer ${token}`, 'Connection: close'];
    socket.write(`GET ${address.pathname}${address.search} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  });
