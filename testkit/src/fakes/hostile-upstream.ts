import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type FakeServer, startFakeServer } from './fake-server.ts';

/** Ways in which a server on the other side can be a nuisance. */
export const HOSTILE_BEHAVIOURS = [
  'hang',
  'kill',
  'endless-body',
  'slow-drip',
  'redirect-loop',
  'redirect-to-loopback',
  'redirect-to-file',
  'huge-header',
  'wrong-length',
  'compressed-bomb',
  'not-http',
  'control-characters',
] as const;

/** One of {@link HOSTILE_BEHAVIOURS}. */
export type HostileBehaviour = (typeof HOSTILE_BEHAVIOURS)[number];

/** A server that answers in the way that the first part of the path says: `GET /endless-body/anything`. */
export interface HostileUpstream extends FakeServer {
  /** The address at which it behaves so, with a slash at the end. */
  rootOf: (behaviour: HostileBehaviour) => string;
}

/** Starts a server that knows every nuisance. */
export async function startHostileUpstream(): Promise<HostileUpstream> {
  const server = await startFakeServer((request, response) => {
    const name = request.url.pathname.split('/')[1];
    const behaviour = HOSTILE_BEHAVIOURS.find((known) => known === name);
    if (behaviour) sendHostile(response, behaviour);
    else response.writeHead(404).end();
  });
  return { ...server, rootOf: (behaviour) => `${server.root}/${behaviour}/` };
}

/** Answers one request in a hostile way. Endless answers end when the other side hangs up. */
export function sendHostile(response: ServerResponse, behaviour: HostileBehaviour): void {
  ANSWERS[behaviour](response);
}

const ANSWERS: Readonly<Record<HostileBehaviour, (response: ServerResponse) => void>> = {
  hang: () => undefined,
  kill: (response) => response.destroy(),
  'endless-body': pour,
  'slow-drip': drip,
  'redirect-loop': (response) => redirect(response, '/redirect-loop/again'),
  'redirect-to-loopback': (response) => redirect(response, 'http://127.0.0.1:1/latest/meta-data'),
  'redirect-to-file': (response) => redirect(response, 'file:///etc/hostname'),
  'huge-header': (response) => response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`),
  'wrong-length': (response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nok'),
  'compressed-bomb': bomb,
  'not-http': (response) => response.socket?.end('\x00\x01\x02 SSH-2.0-OpenSSH\r\n'),
  'control-characters': (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end('ok \x1b[31mred\x1b[0m\r\nInjected: line\x00\x07');
  },
};

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end();
}

/** As many bytes as the other side takes. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, 'a');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.on('drain', more);
  more();
}

/** A byte every 100 ms, for ever. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const timer = setInterval(() => response.write('a'), 100);
  response.on('close', () => clearInterval(timer));
}

/** 32 kB that unpack to 32 MB. */
function bomb(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(gzipSync(Buffer.alloc(32 * 1024 * 1024)));
}
