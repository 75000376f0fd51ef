import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server on which everything takes longer. */
interface DelayingProxy extends AsyncDisposable {
  /** With a slash at its end. */
  readonly address: string;
}

/** Starts one in front of a server. @param delayMs what every answer arrives later by */
export const startDelayingProxy = async (address: string, delayMs: number): Promise<DelayingProxy> => {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const later = (what: () => void): unknown => setTimeout(what, delayMs);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('close', () => sockets.delete(socket));
      // What breaks off on one side ends the other.
      socket.on('error', () => {});
    }
    client.pipe(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('data', (bytes) => later(() => client.write(bytes)));
    upstream.on('close', () => later(() => client.end()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
};
