import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { serverPresence } from './lib/server-presence.ts';
import { signOut } from './storage/session-store.ts';
import { toasts } from './ui/layers/toast-store.ts';

const unexpected: unknown[][] = [];

/** How long something is waited for, in milliseconds: an own number, to be told from how long messages stay. */
const waitMs = 19_999;

// Waiting ends with what is waited for; the limit only matters on a machine that is busy.
configure({ asyncUtilTimeout: waitMs });

// The simulated page has sound elements that cannot load or pause.
HTMLMediaElement.prototype.load = () => {};
HTMLMediaElement.prototype.pause = () => {};

/** The shortest time that a message stays on screen, in milliseconds. */
const messageMs = 4_000;

// Messages stay until the test is over, however long a busy machine takes to look at them. A test of how long they
// stay brings a clock.
beforeEach(() => {
  const later = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delayMs?: number) =>
    (delayMs ?? 0) < messageMs || delayMs === waitMs
      ? later(run, delayMs)
      : later(() => {}, 0)) as typeof setTimeout);
});

// An unexpected console error fails the test that caused it.
beforeEach(() => {
  unexpected.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
    // The simulated page does not know the <search> element; browsers do.
    if (!(String(values[0]).includes('unrecognized in this browser') && values[1] === 'search')) {
      unexpected.push(values);
    }
  });
});

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  toasts.store.setState({ toasts: [] });
  serverPresence.stop();
  signOut(null);
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  expect(unexpected).toEqual([]);
});
