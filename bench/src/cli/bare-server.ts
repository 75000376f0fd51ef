const help = `node bench/src/cli/bare-server.ts FOLDER...
The least a server can do, as a baseline: bare node:http that sends a file, or the part that a Range
header asks for. No rights, no database, no conditions. \`/0/a%2Fb.mp3\` is \`a/b.mp3\` in the first folder. Prints its port.
`;

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readFlags } from '@tonearm/testkit';

const { positionals: folders } = readFlags(help, { allowPositionals: true });

const send = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const [, folder = '0', name = ''] = (request.url ?? '').split('/');
  const file = join(folders[Number(folder)] ?? '', decodeURIComponent(name));
  const { size } = await stat(file);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  if (start >= size) {
    response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const end = range?.[2] === undefined || range[2] === '' ? size - 1 : Math.min(Number(range[2]), size - 1);
  response.writeHead(range === null ? 200 : 206, {
    'Content-Length': end - start + 1,
    'Content-Range': `bytes ${start}-${end}/${size}`,
  });
  createReadStream(file, { start, end }).pipe(response);
};

const server = createServer((request, response) => {
  send(request, response).catch(() => response.writeHead(404).end());
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
