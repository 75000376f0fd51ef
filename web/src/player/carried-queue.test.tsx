import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { fakeServer } from '../test-kit/fake-server.ts';
import { toasts } from '../ui/layers/toast-store.ts';
import { carryQueue } from './carried-queue.ts';
import { initialState, type PlayerState } from './core/player-state.ts';

const place = {
  revision: 3,
  current: { path: 'm/a.mp3', title: 'Far' },
  changed_by: 'a phone',
  changed_at_ms: 9,
};

/** Of a page whose server answers when it is let. */
const openPage = (hasPlayed: () => boolean) => {
  const asked = Promise.withResolvers<void>();
  fakeServer({ 'GET /play_queue_place': () => asked.promise.then(() => place) });
  const end = carryQueue(
    {
      username: 'anna',
      store: createStore<PlayerState>(() => initialState),
      actions: { replaceQueue: () => {} },
      hasPlayed,
    },
    () => () => {},
  );
  return { answer: asked.resolve, end };
};

const messages = (): string[] => toasts.store.getState().toasts.map(({ message }) => message);

it('offers to go on where another device stopped', async () => {
  const { answer, end } = openPage(() => false);
  answer();
  await vi.waitFor(() => expect(messages()).toEqual(["You stopped at 'Far' on a phone."]));
  end();
});

it('asks nobody who has begun to play meanwhile, though it stands still again', async () => {
  const hasPlayed = vi.fn(() => true);
  const { answer, end } = openPage(hasPlayed);
  answer();
  await vi.waitFor(() => expect(hasPlayed).toHaveBeenCalled());
  expect(messages()).toEqual([]);
  end();
});
