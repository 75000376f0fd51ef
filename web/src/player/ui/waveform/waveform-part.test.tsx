import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choose } from '../../../storage/choice-setting.ts';
import { sessionStore } from '../../../storage/session-store.ts';
import { renderPlayer } from '../render-player.tsx';
import { SeekBar } from '../seek-bar.tsx';

const asked: string[] = [];
let hasWaveforms: boolean;
beforeEach(() => {
  hasWaveforms = true;
  asked.length = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const { pathname } = new URL(address);
    if (!/sound_abilities|waveform/.test(pathname)) throw new TypeError('not reached');
    asked.push(decodeURIComponent(pathname.slice(pathname.indexOf('/api/') + 5)));
    return pathname.includes('/waveform/')
      ? new Response(Uint8Array.from([28, 228, 78, 178]))
      : Response.json({ formats: [], has_waveforms: hasWaveforms });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const play = () => {
  const test = renderPlayer(<SeekBar />, ['a', 'b']);
  act(() => test.actions.play());
  act(() => test.engine.soundAt(1, 100));
  return test;
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shape = () => screen.queryByTestId('waveform');

describe('the shape of the sound in the seek bar', () => {
  it('comes when a song has sounded for a second, and follows the position', async () => {
    const { engine } = play();
    await pass(900);
    expect(asked).toEqual([]);
    await pass(200);
    await waitFor(() => expect(shape()?.style.clipPath).toContain('polygon('));
    expect(asked).toEqual(['sound_abilities', 'waveform/Music/a.mp3']);
    act(() => engine.soundAt(25, 100));
    expect(shape()?.style.getPropertyValue('--share')).toBe('0.25');
    expect(screen.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext')).toBe(
      '0:25 of 1:40',
    );
  });

  it('is there at once wherever it was drawn before', async () => {
    const [first, second] = ['bar', 'view'].map((name) => () => within(screen.getByTestId(name)));
    const Both = () => {
      const [isOpen, setIsOpen] = useState(false);
      return (
        <>
          <div data-testid="bar">
            <SeekBar />
          </div>
          <button type="button" onClick={() => setIsOpen(true)}>
            Open
          </button>
          <div data-testid="view">{isOpen && <SeekBar />}</div>
        </>
      );
    };
    const { actions, engine } = renderPlayer(<Both />, ['a']);
    act(() => actions.play());
    act(() => engine.soundAt(1, 100));
    await pass(1_100);
    await waitFor(() => expect(first?.().queryByTestId('waveform')).not.toBeNull());
    act(() => screen.getByText('Open').click());
    expect(second?.().queryByTestId('waveform')).not.toBeNull();
  });

  it('is not asked for of songs that are passed by, and never shown for another song', async () => {
    const { actions, engine } = play();
    await pass(500);
    act(() => actions.next());
    act(() => engine.soundAt(0.1, 100));
    await pass(700);
    expect(asked).toEqual([]);
    await pass(400);
    await waitFor(() => expect(shape()).not.toBeNull());
    expect(asked).toContain('waveform/Music/b.mp3');
    act(() => actions.previous());
    expect(shape()).toBeNull();
  });

  it('is not asked for where the server has none', async () => {
    hasWaveforms = false;
    play();
    await pass(1_100);
    await waitFor(() => expect(asked).toEqual(['sound_abilities']));
    expect(shape()).toBeNull();
  });

  it('is not asked for by somebody who wants a plain line', async () => {
    sessionStore.setState({
      session: { username: 'ann', authToken: 't', mediaToken: 'm', isAdmin: false } as never,
    });
    choose('waveform', 'off');
    play();
    await pass(1_100);
    expect(asked).toEqual([]);
  });
});
