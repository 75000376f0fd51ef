import { describe, expect, it, vi } from 'vitest';
import { isOnline } from './online.ts';

describe('a browser without a network', () => {
  it('still reaches a server on its own machine', () => {
    vi.stubGlobal('navigator', { onLine: false });
    for (const hostname of ['localhost', 'music.localhost', '127.0.0.1', '127.1.2.3', '[::1]']) {
      expect(isOnline(hostname)).toBe(true);
    }
  });

  it('reaches no other one', () => {
    vi.stubGlobal('navigator', { onLine: false });
    for (const hostname of [
      '192.168.1.5',
      'music.example.org',
      'localhost.example.org',
      '127.0.0.1.evil.org',
    ]) {
      expect(isOnline(hostname)).toBe(false);
    }
    vi.stubGlobal('navigator', { onLine: true });
    expect(isOnline('music.example.org')).toBe(true);
  });
});
