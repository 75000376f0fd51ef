import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A way to a PostgreSQL that can be cut in the midst: nothing goes through then, and nobody is told so. */
export interface PostgresRelay {
  /** Of the same database, through here. */
  readonly url: string;
  /** From now on nothing goes through; connections stay, and new ones are taken. */
  stall(): void;
  /** What was held back goes on. */
  goOn(): void;
  /** Whether connections are ended, and new ones as soon as they are made. */
  refuse(isRefused: boolean): void;
  /** Whether what PostgreSQL tells those who listen is left out from now on. */
  deafen(isDeaf: boolean): void;
  close(): Promise<void>;
}

interface Way {
  readonly client: Socket;
  readonly server: Socket;
}

/** What PostgreSQL calls a message to who listens: its first byte. */
const notification = 'A'.charCodeAt(0);

/** Type and length of a message. */
const headBytes = 5;

/** Takes messages out of what PostgreSQL sends, which comes cut anywhere. */
const createFilter = (isMeant: () => boolean) => {
  let rest = Buffer.alloc(0);
  return (chunk: Buffer): Buffer => {
    rest = Buffer.concat([rest, chunk]);
    const kept: Buffer[] = [];
    while (rest.length >= headBytes) {
      const size = 1 + rest.readUInt32BE(1);
      if (rest.length < size) break;
      if (rest[0] !== notification || !isMeant()) kept.push(rest.subarray(0, size));
      rest = rest.subarray(size);
    }
    return Buffer.concat(kept);
  };
};

const openServer = (url: URL): Socket => {
  const folder = url.searchParams.get('host');
  const port = Number(url.port === '' ? 5432 : url.port);
  return folder === null ? connect(port, url.hostname) : connect(join(folder, `.s.PGSQL.${port}`));
};

const endAll = (ways: ReadonlySet<Way>): void => {
  for (const { client, server } of ways) {
    client.destroy();
    server.destroy();
  }
};

const hold = ({ client, server }: Way): void => {
  client.pause();
  server.pause();
};

/** Makes a way to the database of an address; without TLS. */
export const startPostgresRelay = async (to: string): Promise<PostgresRelay> => {
  const target = new URL(to);
  const ways = new Set<Way>();
  let isStalled = false;
  let isWithout = false;
  let isRefused = false;
  const relay = createServer((client) => {
    if (isRefused) {
      client.destroy();
      return;
    }
    const server = openServer(target);
    const way = { client, server };
    ways.add(way);
    const filter = createFilter(() => isWithout);
    client.on('data', (chunk) => server.write(chunk));
    server.on('data', (chunk) => client.write(filter(chunk)));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => one.destroy());
      one.on('close', () => {
        ways.delete(way);
        other.destroy();
      });
    }
    if (isStalled) hold(way);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const through = new URL(to);
  through.searchParams.delete('host');
  through.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  return {
    url: through.href,
    stall: () => {
      isStalled = true;
      for (const way of ways) hold(way);
    },
    goOn: () => {
      isStalled = false;
      for (const { client, server } of ways) {
        client.resume();
        server.resume();
      }
    },
    refuse: (isWanted) => {
      isRefused = isWanted;
      if (isWanted) endAll(ways);
    },
    deafen: (isDeaf) => {
      isWithout = isDeaf;
    },
    close: async () => {
      relay.close();
      endAll(ways);
      if (relay.listening) await once(relay, 'close');
    },
  };
};
