import { createFakeClock } from '@tonearm/testkit';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { silentLog } from '../../../platform/log.ts';
import { png, startTestArtwork, startTestProcesses, type TestArtwork } from '../test-artwork.ts';
import { createPictureProcesses, startPictureProcess } from './picture-processes.ts';

const sharedProcesses = startTestProcesses();
afterAll(() => sharedProcesses.dispose());

let artwork: TestArtwork;
beforeEach(async () => {
  artwork = await startTestArtwork(sharedProcesses);
});
afterEach(() => artwork.dispose());

describe('the processes that decode', () => {
  /** A clock whose next deadline has passed as soon as the job was sent, before anything can be heard of it. */
  const impatientClock = () => {
    const state = { isNextPassed: false };
    const schedule = (delayMs: number, task: () => void): (() => void) => {
      if (!state.isNextPassed || delayMs !== limits.deadlineMs) return systemClock.schedule(delayMs, task);
      state.isNextPassed = false;
      queueMicrotask(task);
      return () => {};
    };
    return { state, schedule };
  };
  const limits = { deadlineMs: 20_000, idleMs: 60_000 };

  it('are killed at the deadline, and others take over', async () => {
    const clock = impatientClock();
    const processes = createPictureProcesses({ clock, log: silentLog, limits });
    await artwork.restart({ processes });
    const path = artwork.files.put('slow.png', png(3000), 'picture');
    clock.state.isNextPassed = true;
    expect((await artwork.ask(path)).statusCode).toBe(415);
    expect((await artwork.ask(artwork.files.put('quick.png', png(20), 'picture'))).statusCode).toBe(200);
    expect((await artwork.ask(path)).statusCode).toBe(415);
    expect(artwork.running.jobs).toHaveLength(2);
    processes.dispose();
  });

  it('end when there is nothing to do for a while, not before, and start again', async () => {
    const started: ReturnType<typeof startPictureProcess>[] = [];
    const start: typeof startPictureProcess = (onMessage) => {
      const child = startPictureProcess(onMessage);
      started.push(child);
      return child;
    };
    // Deadlines are far away; what waits besides is the end of an idle process.
    const idle = { deadlineMs: 1e9, idleMs: 30_000 };
    const clock = createFakeClock();
    const processes = createPictureProcesses({ clock, log: silentLog, limits: idle, start });
    await artwork.restart({ processes });
    const askFor = async (name: string) =>
      (await artwork.ask(artwork.files.put(name, png(20), 'picture'))).statusCode;
    expect(await askFor('a.png')).toBe(200);
    await clock.advance(29_999);
    expect(await askFor('b.png')).toBe(200);
    await clock.advance(29_999);
    expect(started.map((child) => child.isOpen())).toEqual([true]);
    await clock.advance(1);
    expect(await started[0]?.ended).toMatchObject({ isWell: true });
    expect(await askFor('c.png')).toBe(200);
    expect(started.map((child) => child.isOpen())).toEqual([false, true]);
    processes.dispose();
  });

  it('are not bothered by who went away while waiting', async () => {
    const job = {
      path: Buffer.from(artwork.files.realPath('none')),
      folders: [artwork.files.musicFolder],
      forbidden: '/nowhere',
      kind: 'picture' as const,
      options: null,
      cacheFolder: artwork.running.cache.folder,
    };
    const controller = new AbortController();
    const first = [1, 2].map(() => sharedProcesses.run(job, { isBackground: false }));
    const manner = { isBackground: false, signal: controller.signal };
    const taken = sharedProcesses.run(job, manner).catch(() => 'taken back');
    controller.abort();
    expect(await taken).toBe('taken back');
    expect(await Promise.all(first)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
  });
});
