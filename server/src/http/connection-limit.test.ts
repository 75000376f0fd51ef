import { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { limitConnections } from './connection-limit.ts';

/** A server that is told of connections, and sockets that know whether they were cut. */
const createFakeServer = (isExempt: (address: string) => boolean = () => false) => {
  const server = new EventEmitter();
  limitConnections(server as unknown as Pick<Server, 'on'>, { isExempt, most: 3 });
  return (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      isCut: false,
      destroy: () => {
        socket.isCut = true;
      },
    });
    server.emit('connection', socket);
    return socket;
  };
};

describe('connections of one address', () => {
  it('are cut beyond its share, which comes back when others close', () => {
    const connect = createFakeServer();
    const sockets = Array.from({ length: 4 }, () => connect('10.0.0.1'));
    expect(sockets.map((socket) => socket.isCut)).toEqual([false, false, false, true]);
    expect(connect('10.0.0.2').isCut).toBe(false);
    sockets[0]?.emit('close');
    expect(connect('10.0.0.1').isCut).toBe(false);
    expect(connect('10.0.0.1').isCut).toBe(true);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.9.9.9'])('are not counted for %s', (address) => {
    const connect = createFakeServer((candidate) => candidate === '10.9.9.9');
    expect(Array.from({ length: 10 }, () => connect(address).isCut)).not.toContain(true);
  });
});
