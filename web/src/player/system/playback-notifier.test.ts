import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../core/fake-clock.ts';
import { songNamed } from '../core/test-songs.ts';
import { createPlaybackNotifier } from './playback-notifier.ts';

const setUp = (isAllowed: boolean, status: number | null = 206) => {
  const clock = createFakeClock();
  const shown: string[] = [];
  const told: string[] = [];
  const report = createPlaybackNotifier({
    notify(title, body) {
      if (isAllowed) shown.push(`${title}: ${body}`);
      return isAllowed;
    },
    tell: (sentence) => told.push(sentence),
    nowMs: clock.nowMs,
    statusOf: async () => status,
  });
  return { clock, shown, told, report };
};
const entry = { key: 1, song: songNamed('Sunset') };

describe('the notification of a playback error', () => {
  it.each([
    ['a file that is gone', 404, 'is not a suitable source of audio. The file is not there any more.'],
    ['a server in trouble', 500, 'because of a network error.'],
    ['a server that does not answer', null, 'because of a network error.'],
    ['a file that is no sound', 206, 'is not a suitable source of audio.'],
  ])('says what is true of %s', async (_, status, end) => {
    const { shown, report } = setUp(true, status);
    report(entry, 'unsuitable');
    await Promise.resolve();
    expect(shown).toHaveLength(1);
    expect(shown[0]?.endsWith(end)).toBe(true);
  });

  it('says why in one of three sentences', async () => {
    const { clock, shown, report } = setUp(true);
    for (const fault of ['network', 'decode', 'unsuitable'] as const) {
      report(entry, fault);
      clock.pass(5000);
    }
    await Promise.resolve();
    expect(shown).toEqual([
      'Playback Error: Heron - Sunset could not be played because of a network error.',
      'Playback Error: Heron - Sunset could not be played because of a decoding error.',
      'Playback Error: Heron - Sunset could not be played because it is not a suitable source of audio.',
    ]);
  });

  it('comes at most once in five seconds', () => {
    const { clock, shown, report } = setUp(true);
    report(entry, 'network');
    clock.pass(4999);
    report(entry, 'network');
    clock.pass(1);
    report(entry, 'network');
    expect(shown).toHaveLength(2);
  });

  it('is said inside the page when notifications are not allowed', () => {
    const { told, report } = setUp(false);
    report(entry, 'network');
    expect(told).toEqual(['Heron - Sunset could not be played because of a network error.']);
  });
});
