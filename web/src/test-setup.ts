import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { toasts } from './ui/layers/toast-store.ts';

const unexpected: unknown[][] = [];

// Waiting ends with what is waited for; the limit only matters on a machine that is busy.
configure({ asyncUtilTimeout: 10_000 });

// The simulated page has sound elements that cannot load or pause.
HTMLMediaElement.prototype.load = () => {};
HTMLMediaElement.prototype.pause = () => {};

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
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  expect(unexpected).toEqual([]);
});
