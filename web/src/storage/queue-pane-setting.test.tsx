import { beforeEach, describe, expect, it } from 'vitest';
import { asUser } from '../test-kit/render-screen.tsx';
import { queuePaneSetting, setQueuePane } from './queue-pane-setting.ts';
import { writeUserValue } from './user-storage.ts';

beforeEach(() => asUser('ann'));

describe('the pane of the queue', () => {
  it('is remembered for each user of a browser', () => {
    setQueuePane({ widthPx: 500 });
    asUser('bob');
    expect(queuePaneSetting()).toEqual({ widthPx: null, isCollapsed: false });
    setQueuePane({ isCollapsed: true });
    asUser('ann');
    expect(queuePaneSetting()).toEqual({ widthPx: 500, isCollapsed: false });
  });

  it('is not kept while a pointer still moves it', () => {
    asUser('cem');
    setQueuePane({ widthPx: 400 }, { isKept: false });
    expect(queuePaneSetting().widthPx).toBe(400);
    asUser('dee');
    setQueuePane({ isCollapsed: false });
    asUser('cem');
    expect(queuePaneSetting().widthPx).toBeNull();
  });

  it.each([
    [
      { widthPx: 5, isCollapsed: 'yes' },
      { widthPx: 320, isCollapsed: false },
    ],
    [
      { widthPx: 5_000, isCollapsed: true },
      { widthPx: 640, isCollapsed: true },
    ],
    [[], { widthPx: null, isCollapsed: false }],
    ['wide', { widthPx: null, isCollapsed: false }],
  ])('makes sense of whatever was stored: %j', (stored, setting) => {
    asUser(`reads ${JSON.stringify(stored)}`);
    writeUserValue(`reads ${JSON.stringify(stored)}`, 'queuePane', stored);
    expect(queuePaneSetting()).toEqual(setting);
  });
});
