/** A body that somebody sends to do harm: a beginning, something again and again, and an end. */
export interface HostileBody {
  readonly name: string;
  /** Below the API. */
  readonly path: string;
  readonly head: string;
  /** What stands between, the n-th time. */
  readonly unit: (n: number) => string;
  readonly tail: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether its length is not told. */
  readonly isChunked?: boolean;
  /** Bytes that are sent at once, and again after each pause; everything at full speed unless told. */
  readonly drip?: { readonly bytes: number; readonly pauseMs: number };
  /** Never larger than this, whatever the size of the others. */
  readonly mostBytes?: number;
  readonly statuses: readonly number[];
}

const playlist = 'playlist/flood';
const oneMegabyte = 1_000_000;
const again = (text: string) => (): string => text;
const refused = [400, 413, 503];

const songPath = (n: number): string => `,"music/${'an artist/an album of songs'.repeat(3)}/${n}.mp3"`;

/** All of them. Entries may be saved where they are texts; everything else is refused. */
export const hostileBodies: readonly HostileBody[] = [
  { name: 'numbers', path: playlist, head: '{"tracks":[1', unit: again(',1'), tail: ']}', statuses: refused },
  {
    name: 'empty strings',
    path: playlist,
    head: '{"tracks":[""',
    unit: again(',""'),
    tail: ']}',
    statuses: refused,
  },
  {
    name: 'lists',
    path: playlist,
    head: '{"tracks":[],"z":[[]',
    unit: again(',[]'),
    tail: ']}',
    statuses: refused,
  },
  {
    name: 'lists as entries',
    path: playlist,
    head: '{"tracks":[[]',
    unit: again(',[]'),
    tail: ']}',
    statuses: refused,
  },
  {
    name: 'deep nesting',
    path: playlist,
    head: '{"tracks":[],"z":',
    unit: again('['),
    tail: '}',
    statuses: refused,
  },
  {
    name: 'one string',
    path: playlist,
    head: '{"tracks":["',
    unit: again('x'),
    tail: '"]}',
    statuses: refused,
  },
  {
    name: 'one string of quotes',
    path: playlist,
    head: '{"z":"',
    unit: again('\\"'),
    tail: '"}',
    statuses: refused,
  },
  { name: 'blanks', path: playlist, head: '{"tracks":[]', unit: again(' '), tail: '}', statuses: refused },
  {
    name: 'blanks in the list',
    path: playlist,
    head: '{"tracks":[',
    unit: again(' '),
    tail: ']}',
    statuses: [200, 413, 503],
  },
  {
    name: 'one key again',
    path: playlist,
    head: '{"tracks":[]',
    unit: again(',"a":1'),
    tail: '}',
    statuses: refused,
  },
  {
    name: 'many keys',
    path: playlist,
    head: '{"tracks":[]',
    unit: (n) => `,"k${n}":1`,
    tail: '}',
    statuses: refused,
  },
  {
    name: 'no UTF-8',
    path: playlist,
    head: '{"tracks":["a"',
    unit: again(',"\u00ff"'),
    tail: ']}',
    statuses: refused,
  },
  {
    name: 'short entries',
    path: playlist,
    head: '{"tracks":["a"',
    unit: again(',"a"'),
    tail: ']}',
    statuses: [200, 413, 503],
  },
  {
    name: 'real entries',
    path: playlist,
    head: '{"tracks":["a"',
    unit: songPath,
    tail: ']}',
    statuses: [200, 413, 503],
  },
  {
    name: 'long entries',
    path: playlist,
    head: '{"tracks":["a"',
    unit: again(`,"${'x'.repeat(2000)}"`),
    tail: ']}',
    statuses: [200, 413, 503],
  },
  {
    name: 'entries without an end',
    path: playlist,
    head: '{"tracks":["a"',
    unit: songPath,
    tail: '',
    statuses: refused,
  },
  {
    name: 'numbers in chunks',
    path: playlist,
    head: '{"tracks":[1',
    unit: again(',1'),
    tail: ']}',
    isChunked: true,
    statuses: refused,
  },
  {
    name: 'entries in chunks',
    path: playlist,
    head: '{"tracks":["a"',
    unit: songPath,
    tail: ']}',
    isChunked: true,
    statuses: [200, 413, 503],
  },
  {
    name: 'called gzip',
    path: playlist,
    head: '{"tracks":["a"',
    unit: songPath,
    tail: ']}',
    headers: { 'Content-Encoding': 'gzip' },
    statuses: refused,
  },
  {
    name: 'called a form',
    path: playlist,
    head: '{"tracks":["a"',
    unit: songPath,
    tail: ']}',
    headers: { 'Content-Type': 'text/plain' },
    statuses: refused,
  },
  {
    name: 'drops',
    path: playlist,
    head: '{"tracks":["a"',
    unit: songPath,
    tail: ']}',
    drip: { bytes: 3000, pauseMs: 100 },
    mostBytes: 300_000,
    statuses: [200, 503],
  },
  {
    name: 'preferences of numbers',
    path: 'preferences',
    head: '{"z":[1',
    unit: again(',1'),
    tail: ']}',
    mostBytes: oneMegabyte,
    statuses: refused,
  },
  {
    name: 'preferences of one string',
    path: 'preferences',
    head: '{"z":"',
    unit: again('x'),
    tail: '"}',
    mostBytes: oneMegabyte,
    statuses: [200, 503],
  },
  {
    name: 'preferences of everything',
    path: 'preferences',
    head: '{"z":[1',
    unit: again(',1'),
    tail: ']}',
    statuses: refused,
  },
  {
    name: 'a wrong address',
    path: 'nowhere',
    head: '{"z":[1',
    unit: again(',1'),
    tail: ']}',
    statuses: [404],
  },
];

/** How much of a body is made at once. */
const blockBytes = 256 * 1024;

/** The bytes of a body of about a size, in blocks. Letters above 127 become single bytes, which are no UTF-8. */
export function* bytesOf(body: HostileBody, sizeBytes: number): Generator<Buffer> {
  const inner = Math.min(sizeBytes, body.mostBytes ?? sizeBytes) - body.head.length - body.tail.length;
  yield Buffer.from(body.head, 'latin1');
  let sent = 0;
  for (let n = 0; sent < inner; ) {
    let block = '';
    const most = Math.min(blockBytes, inner - sent);
    for (let unit = body.unit(n); block.length < most; unit = body.unit(n)) {
      if (block.length + unit.length > most && block.length > 0) break;
      block += unit;
      n += 1;
    }
    sent += block.length;
    yield Buffer.from(block, 'latin1');
    if (inner - sent < body.unit(n).length) break;
  }
  yield Buffer.from(body.tail, 'latin1');
}
