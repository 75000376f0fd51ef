import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { ScanStatus } from '@tonearm/contract';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../http/route.ts';
import { createScannerRoutes } from './scanner-routes.ts';

/** A socket that is full when a test says so, and keeps what it was given. */
const createSocket = () =>
  Object.assign(new EventEmitter(), {
    written: [] as string[],
    writableNeedDrain: false,
    writableEnded: false,
    writeHead: () => {},
    write(text: string) {
      this.written.push(text);
    },
    end() {
      this.writableEnded = true;
    },
  });

const watch = () => {
  const socket = createSocket();
  let filesRead = 0;
  let isAllowed = true;
  let tell: (status: ScanStatus) => void = () => {};
  const status = () => ({ files_read: filesRead }) as ScanStatus;
  const scanner = {
    status,
    onStatus: (listener: typeof tell) => {
      tell = listener;
      return () => {};
    },
  };
  const events = createScannerRoutes({ scanner: scanner as never, store: {} as never }).find(
    ({ name }) => name === 'scanEvents',
  );
  const call = {
    reply: { hijack: () => {}, raw: socket },
    request: { method: 'GET' },
    isStillAllowed: async () => isAllowed,
    stopping: new AbortController().signal,
  };
  void events?.handle(call as unknown as Call<never>);
  return {
    socket,
    progress: () => {
      filesRead += 1;
      tell(status());
    },
    forbid: () => {
      isAllowed = false;
    },
    seen: () => socket.written.map((text) => Number(/"files_read":(\d+)/.exec(text)?.[1])),
    [Symbol.dispose]: () => void socket.emit('close'),
  };
};

describe('the events of a scan', () => {
  it('are left out for who does not read, and the latest is told once it reads on', async () => {
    using it = watch();
    it.progress();
    await turn();
    it.socket.writableNeedDrain = true;
    for (let time = 0; time < 5; time += 1) it.progress();
    await turn();
    expect(it.seen()).toEqual([0, 1]);
    it.socket.writableNeedDrain = false;
    it.socket.emit('drain');
    await turn();
    expect(it.seen()).toEqual([0, 1, 6]);
    it.socket.emit('drain');
    await turn();
    expect(it.seen()).toEqual([0, 1, 6]);
  });

  it('end for who may not see them any more, and stay ended', async () => {
    using it = watch();
    await turn();
    it.forbid();
    it.progress();
    it.progress();
    await turn();
    expect([it.seen(), it.socket.writableEnded]).toEqual([[0], true]);
  });
});
