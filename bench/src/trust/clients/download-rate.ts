import { connect } from 'node:net';

/** Read into one buffer over and over, so that taking bytes costs as little as it can. */
const bufferBytes = 256 * 1024;

const headEnd = '\r\n\r\n';

/** Of a head: how many bytes follow it. @throws Error for any other answer than a whole file */
const lengthIn = (head: string): number => {
  if (!/^HTTP\/1\.1 200 /.test(head)) throw new Error(`answered ${head.split('\r\n', 1)[0]}`);
  return Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
};

/**
 * Downloads a file several times over one connection and forgets it. The client is a bare socket: one of `node:http`
 * would take longer than what it measures.
 * @param options.bytes length of the file, which is checked
 * @returns millions of bytes a second
 */
export const downloadRate = (
  url: string,
  { headers, bytes, times }: { headers: Readonly<Record<string, string>>; bytes: number; times: number },
): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url);
    const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers }).map((pair) => pair.join(': '));
    const question = `GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}${headEnd}`;
    let head = '';
    let left = 0;
    let done = 0;
    const begunMs = performance.now();
    const take = (count: number, buffer: Uint8Array): boolean => {
      try {
        if (left === 0) {
          head += Buffer.from(buffer.subarray(0, count)).toString('latin1');
          const end = head.indexOf(headEnd);
          if (end === -1) return true;
          if (lengthIn(head) !== bytes) throw new Error(`another length than ${bytes}`);
          left = bytes - (head.length - end - headEnd.length);
          head = '';
        } else left -= count;
        if (left > 0) return true;
        done += 1;
        if (done < times) socket.write(question);
        else {
          socket.destroy();
          resolve((bytes * times) / 1e3 / (performance.now() - begunMs));
        }
      } catch (error) {
        socket.destroy();
        reject(error);
      }
      return true;
    };
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer: Buffer.alloc(bufferBytes), callback: take },
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
    socket.write(question);
  });
