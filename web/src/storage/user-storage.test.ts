import { describe, expect, it, vi } from 'vitest';
import { createSessionStore } from './session-store.ts';
import { readUserValue, writeUserValue } from './user-storage.ts';

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => void values.set(key, text),
    removeItem: (key: string) => void values.delete(key),
  } as Storage;
}

const full = {
  ...memory(),
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
} as Storage;

describe('what is remembered for a user', () => {
  it('comes back as it was, for that user only', () => {
    const storage = memory();
    expect(writeUserValue('ann', 'volume', 0.4, storage)).toBe(true);
    expect(readUserValue('ann', 'volume', storage)).toBe(0.4);
    expect(readUserValue('bob', 'volume', storage)).toBeUndefined();
  });

  it('reads as absent when another version or something else wrote it', () => {
    const storage = memory();
    storage.setItem('tonearm.user.ann.volume', '{"version":2,"value":0.4}');
    expect(readUserValue('ann', 'volume', storage)).toBeUndefined();
    storage.setItem('tonearm.user.ann.volume', 'nonsense');
    expect(readUserValue('ann', 'volume', storage)).toBeUndefined();
  });

  it('answers false and logs when storage is full', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(writeUserValue('ann', 'volume', 1, full)).toBe(false);
    expect(log).toHaveBeenCalledOnce();
  });
});

describe('the session', () => {
  it('is kept under the keys of the specification and survives a reload', () => {
    const storage = memory();
    const session = { username: 'ann', authToken: 't', isAdmin: true, mediaToken: 'm' };
    createSessionStore(storage).setState({ session });
    expect([storage.getItem('username'), storage.getItem('authToken'), storage.getItem('isAdmin')]).toEqual([
      'ann',
      't',
      'true',
    ]);
    expect(createSessionStore(storage).getState().session).toEqual(session);
  });

  it('leaves nothing behind after signing out', () => {
    const storage = memory();
    const store = createSessionStore(storage);
    store.setState({ session: { username: 'ann', authToken: 't', isAdmin: true, mediaToken: 'm' } });
    store.setState({ session: null });
    expect(createSessionStore(storage).getState().session).toBeNull();
    expect(storage.getItem('mediaToken')).toBeNull();
  });
});
