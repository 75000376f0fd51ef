import { createFakeClock } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import type { GivenUpFile } from '../../library/read/scan-facts-store.ts';
import { createProblemRetries } from './problem-retries.ts';

const minuteMs = 60_000;

const setUp = () => {
  const clock = createFakeClock();
  const tried: (readonly string[])[] = [];
  let files: GivenUpFile[] = [];
  const retries = createProblemRetries({
    clock,
    givenUp: () => files,
    tryFolders: (folders) => tried.push(folders),
  });
  const become = (...next: [folder: string, tries: number, triedAtMs: number][]): void => {
    files = next.map(([folder, tries, triedAtMs]) => ({ folder, tries, triedAtMs }));
    retries.arm();
  };
  return { clock, tried, retries, become };
};

describe('files whose reading was given up', () => {
  it('are tried again by themselves when they are due, a folder once', async () => {
    const { clock, tried, become } = setUp();
    const now = clock.nowMs();
    become(['Music/a', 1, now], ['Music/a', 1, now], ['Music/b', 2, now]);
    await clock.advance(9 * minuteMs);
    expect(tried).toEqual([]);
    await clock.advance(minuteMs);
    expect(tried).toEqual([['Music/a']]);
  });

  it('are waited for longer each time', async () => {
    const { clock, tried, become } = setUp();
    become(['Music/a', 2, clock.nowMs()]);
    await clock.advance(59 * minuteMs);
    expect(tried).toEqual([]);
    await clock.advance(minuteMs);
    expect(tried).toEqual([['Music/a']]);
    become(['Music/a', 3, clock.nowMs()]);
    await clock.advance(5 * 60 * minuteMs);
    expect(tried).toHaveLength(1);
    await clock.advance(60 * minuteMs);
    expect(tried).toHaveLength(2);
  });

  it('that are due and could not be tried do not make one scan follow the other', async () => {
    const { clock, tried, become } = setUp();
    become(['Music/a', 1, clock.nowMs() - 60 * minuteMs]);
    await clock.advance(minuteMs - 1);
    expect(tried).toEqual([]);
    await clock.advance(1);
    expect(tried).toHaveLength(1);
    await clock.advance(24 * 60 * minuteMs);
    expect(tried).toHaveLength(1);
  });

  it('do not wait for a clock that was set back', async () => {
    const { clock, tried, become } = setUp();
    become(['Music/a', 1, clock.nowMs() + 1000 * minuteMs]);
    await clock.advance(minuteMs);
    expect(tried).toEqual([['Music/a']]);
  });

  it('that are none any more, or of a server that stops, are not tried', async () => {
    const { clock, tried, retries, become } = setUp();
    become(['Music/a', 1, clock.nowMs()]);
    become();
    await clock.advance(60 * minuteMs);
    become(['Music/a', 1, clock.nowMs()]);
    retries.stop();
    await clock.advance(60 * minuteMs);
    expect(tried).toEqual([]);
  });
});
