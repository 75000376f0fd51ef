import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFakeClock } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/account-server.ts';
import { silentLog } from '../../platform/log.ts';
import { createDuty } from '../../state/duty.ts';
import { type OpenState, openState } from '../../state/open-state.ts';
import { createBackups } from './backup.ts';

const hour = 60 * 60_000;
const year = 365 * 24 * hour;
/** Noon by the clock on the wall, wherever this runs. */
const noonMs = new Date(2026, 4, 20, 12).getTime();

let folder: ReturnType<typeof temporaryFolder>;
let state: OpenState;
beforeEach(() => {
  folder = temporaryFolder();
  state = openState(folder.path);
});
afterEach(() => {
  state.close();
  folder.remove();
});

const setUp = async (
  fails: () => boolean = () => false,
  duty = createDuty(true),
  remove?: (file: string) => void,
) => {
  const clock = createFakeClock(noonMs);
  let asked = 0;
  const copyTo = (target: string) => {
    asked += 1;
    if (fails()) return Promise.resolve({ problem: 'the disk is gone', isFull: false });
    copyFileSync(join(folder.path, 'state.db'), target);
    return Promise.resolve({ problem: null, isFull: false });
  };
  const tryOut = () => Promise.resolve({ problem: null, isFull: false });
  const backups = await createBackups({
    query: state.query,
    state: { copyTo, tryOut, close: () => {} },
    dataFolder: folder.path,
    served: () => [],
    restart: null,
    duty,
    clock,
    log: silentLog,
    remove,
  });
  backups.start();
  const made = () => backups.status().backups.map(({ made_at: at }) => new Date(at * 1000).getHours());
  return { clock, backups, made, asked: () => asked };
};

describe('backups by night', () => {
  it('are made once soon after the first start, and then each night at three', async () => {
    const { clock, made } = await setUp();
    await clock.advance(9 * 60_000);
    expect(made()).toEqual([]);
    await clock.advance(2 * 60_000);
    expect(made()).toEqual([12]);
    await clock.advance(14 * hour);
    expect(made()).toEqual([12]);
    await clock.advance(2 * hour);
    expect(made()).toEqual([3, 12]);
    await clock.advance(3 * 24 * hour);
    expect(made()).toEqual([3, 3, 3, 3, 12]);
  });

  it('are made up for when the machine slept, and no more than seven stay', async () => {
    const { clock, made } = await setUp();
    for (let day = 0; day < 12; day += 1) {
      await clock.advance(10 * 60_000);
      clock.setNow(clock.nowMs() + 24 * hour);
    }
    expect(made()).toHaveLength(7);
  });

  it('go on when the clock was ten years ahead for a while', async () => {
    const { clock, backups } = await setUp();
    clock.setNow(noonMs + 10 * year);
    await clock.advance(11 * 60_000);
    clock.setNow(noonMs);
    await clock.advance(3 * 24 * hour);
    const times = backups.status().backups.map(({ made_at: at }) => at * 1000);
    expect(times.filter((at) => at < noonMs + year)).toHaveLength(4);
  });

  it('are not made while they are turned off, and the next one is then not told', async () => {
    const { clock, backups, asked } = await setUp();
    expect(backups.status().next_at).toBe(new Date(2026, 4, 21, 3).getTime() / 1000);
    await backups.save({ is_nightly: false });
    expect(backups.status().next_at).toBeNull();
    await clock.advance(48 * hour);
    expect(asked()).toBe(0);
  });

  it('are made by one of several processes, and by the next one when that has ended', async () => {
    const duty = createDuty(false);
    const { clock, asked } = await setUp(() => false, duty);
    await clock.advance(48 * hour);
    expect(asked()).toBe(0);
    duty.take();
    await clock.advance(hour);
    expect(asked()).toBe(1);
    duty.leave();
    await clock.advance(48 * hour);
    expect(asked()).toBe(1);
  });

  it('stand where older ones cannot be removed, and the status says which and why', async () => {
    const remove = (): void => {
      throw new Error('EPERM: operation not permitted');
    };
    const { clock, backups } = await setUp(() => false, createDuty(true), remove);
    await backups.save({ keep_count: 1 });
    const first = await backups.make();
    clock.setNow(noonMs + hour);
    const second = await backups.make();
    expect(backups.status().last?.problem).toBe(
      `It was made, but an older one on the disk of the data folder could not be removed: ${first.name} (EPERM: operation not permitted).`,
    );
    clock.setNow(noonMs + 2 * hour);
    const made = await backups.make();
    expect(backups.status().backups.map(({ name }) => name)).toEqual([made.name, second.name, first.name]);
    expect(backups.status().last?.problem).toContain(' and 1 more (EPERM');
  });

  it('that failed are tried again after an hour, and the status says why', async () => {
    const { clock, backups, asked } = await setUp(() => true);
    await clock.advance(65 * 60_000);
    expect(asked()).toBe(1);
    expect(backups.status().last?.problem).toBe(
      'It could not be written to the disk of the data folder: the disk is gone.',
    );
    await clock.advance(10 * 60_000);
    expect(asked()).toBe(2);
  });

  it('go to the other folder, and the status says why, where none can be made below the data folder', async () => {
    writeFileSync(join(folder.path, 'backups'), 'something else');
    const elsewhere = join(folder.path, 'elsewhere');
    mkdirSync(elsewhere);
    const { clock, backups } = await setUp();
    await backups.save({ folder: elsewhere });
    await clock.advance(11 * 60_000);
    expect(readdirSync(elsewhere)).toHaveLength(1);
    const why =
      /^It could not be written to the disk of the data folder: .*backups is not a folder: move it away\.$/;
    expect(backups.status().last?.problem).toMatch(why);
    await expect(backups.make()).rejects.toMatchObject({
      code: 'backup_failed',
      message: expect.stringMatching(why),
    });
  });
});
