import { expect, it } from 'vitest';
import { connectOutput } from './output.ts';

const setUp = (chosen: string) => {
  const there = new Set(['', 'kitchen', 'desk']);
  const sinks: string[] = [];
  const listeners: (() => void)[] = [];
  const state = { chosen };
  const listen = (listener: () => void) => {
    listeners.push(listener);
    return () => void listeners.splice(listeners.indexOf(listener), 1);
  };
  const disconnect = connectOutput({
    engine: {
      async setSink(id) {
        if (!there.has(id)) throw new DOMException('gone', 'NotFoundError');
        sinks.push(id);
      },
    },
    chosen: () => state.chosen,
    onChoice: listen,
    onDevices: listen,
  });
  const tell = async (): Promise<void> => {
    listeners[0]?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { sinks, there, state, tell, disconnect, listeners };
};

it('sounds where somebody chose, and leaves browsers alone that nobody told', async () => {
  const { sinks, state, tell } = setUp('');
  await tell();
  expect(sinks).toEqual([]);
  state.chosen = 'kitchen';
  await tell();
  state.chosen = '';
  await tell();
  expect(sinks).toEqual(['kitchen', '']);
});

it('sounds where the system wants while the device is away, and there again when it is back', async () => {
  const { sinks, there, tell, disconnect, listeners } = setUp('kitchen');
  there.delete('kitchen');
  await tell();
  there.add('kitchen');
  await tell();
  expect(sinks).toEqual(['kitchen', '', 'kitchen']);
  disconnect();
  expect(listeners).toEqual([]);
});
