import type { Server, Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Most open connections of one address: enough for a household, too few to use up the descriptors. */
const mostPerAddress = 256;

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/**
 * Closes what one address opens beyond its share. Our own machine and our reverse proxies, which bring many
 * people, are not counted.
 * @param options.isExempt addresses of reverse proxies
 */
export const limitConnections = (
  server: Pick<Server, 'on'>,
  options: { isExempt: (address: string) => boolean; most?: number },
): void => {
  const most = options.most ?? mostPerAddress;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isLoopback(address) || options.isExempt(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
};
