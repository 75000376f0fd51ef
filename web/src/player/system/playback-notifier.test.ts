import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../core/fake-clock.ts';
import { songNamed } from '../core/test-songs.ts';
import { createPlaybackNotifier } from './playback-notifier.ts';

const setUp = (isAllowed: boolean) => {
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
  });
  return { clock, shown, told, report };
};
const entry = { key: 1, song: songNamed('Sunset') };

describe('the notification of a playback error', () => {
  it('says why in one of three sentences, and in one more what they do not tell', () => {
    const { clock, shown, report } = setUp(true);
    for (const reason of ['network', 'decode', 'unsuitable', 'gone', 'unconvertible'] as const) {
      report(entry, reason);
      clock.pass(5000);
    }
    expect(shown).toEqual([
      'Playback Error: Heron - Sunset could not be played because of a network error.',
      'Playback Error: Heron - Sunset could not be played because of a decoding error.',
      'Playback Error: Heron - Sunset could not be played because it is not a suitable source of audio.',
      'Playback Error: Heron - Sunset could not be played because it is not a suitable source of audio. The file is not there any more.',
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
