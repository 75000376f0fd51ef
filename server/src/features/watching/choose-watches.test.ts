import { expect, it, vi } from 'vitest';
import { chooseWatches } from './choose-watches.ts';
import { createPlainWatches } from './plain-watches.ts';

it.runIf(process.platform === 'linux')(
  'watches with what every system has where inotify cannot be called, and says why',
  async () => {
    vi.doMock('koffi', () => {
      throw new Error('no binary for this machine');
    });
    const reasons: string[] = [];
    expect(await chooseWatches((reason) => reasons.push(reason))).toBe(createPlainWatches);
    vi.doUnmock('koffi');
    expect(reasons).toHaveLength(1);
    vi.resetModules();
    expect(await chooseWatches((reason) => reasons.push(reason))).not.toBe(createPlainWatches);
    expect(reasons).toHaveLength(1);
  },
);
