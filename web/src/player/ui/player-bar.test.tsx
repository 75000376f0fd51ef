import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { writeUserValue } from '../../storage/user-storage.ts';
import { NowPlayingMini } from './now-playing-mini.tsx';
import { PlayerBar } from './player-bar.tsx';
import { renderPlayer } from './render-player.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const seekBar = () => screen.getByRole('slider', { name: 'Position' });

describe('the player', () => {
  it('shows nothing to play, and can be pressed only once there is something', () => {
    const { actions } = renderPlayer(<PlayerBar />);
    expect(screen.getByText('Nothing is playing')).toBeDefined();
    expect(button('Play')).toHaveProperty('disabled', true);
    expect(seekBar()).toHaveProperty('disabled', true);
    act(() => actions.addToQueue([]));
    expect(button('Play')).toHaveProperty('disabled', true);
  });

  it('shows artist - title, and album (year) #track', () => {
    renderPlayer(<PlayerBar />, ['Sunset']);
    const lines = within(screen.getByRole('region', { name: 'Player' })).getAllByRole('paragraph');
    expect(lines.map((line) => line.textContent)).toEqual(['Heron - Sunset', 'Picnic (2016) #1']);
    expect(screen.getByRole('link', { name: 'Picnic' }).getAttribute('href')).toBe('#/browse/Music');
    expect(screen.getByRole('link', { name: 'Heron' }).getAttribute('href')).toBe('#/search/Heron');
    expect(screen.getByText('Now playing: Heron - Sunset')).toBeDefined();
  });

  it('plays, pauses and goes to the tracks before and after', () => {
    const { state, currentTitle, actions, keyAt } = renderPlayer(<PlayerBar />, ['a', 'b', 'c']);
    fireEvent.click(button('Pause'));
    expect(state().isPlaying).toBe(false);
    fireEvent.click(button('Play'));
    expect(state().isPlaying).toBe(true);
    act(() => actions.playEntry(keyAt(1)));
    fireEvent.click(button('Next song'));
    expect(currentTitle()).toBe('c');
    fireEvent.click(button('Previous song'));
    expect(currentTitle()).toBe('b');
  });

  it('says where the track stands, elapsed or left', () => {
    const { engine } = renderPlayer(<PlayerBar />, ['a']);
    act(() => engine.soundAt(65, 200));
    expect(seekBar().getAttribute('aria-valuetext')).toBe('1:05 of 3:20');
    fireEvent.click(screen.getByRole('button', { name: /Show the time that remains/ }));
    expect(screen.getByText('−2:15', { exact: false })).toBeDefined();
  });

  it('does not seek for the right button, nor in the track that follows while the thumb is held', () => {
    const { engine, actions } = renderPlayer(<PlayerBar />, ['a', 'b']);
    act(() => engine.soundAt(65, 200));
    fireEvent.pointerDown(seekBar(), { button: 2 });
    fireEvent.pointerUp(seekBar(), { button: 2 });
    fireEvent.pointerDown(seekBar());
    fireEvent.change(seekBar(), { target: { value: '120' } });
    act(() => actions.next());
    fireEvent.pointerUp(seekBar());
    expect(engine.seeks).toEqual([]);
  });

  it('seeks when the thumb is let go, and by keys', () => {
    const { engine } = renderPlayer(<PlayerBar />, ['a']);
    act(() => engine.soundAt(10, 200));
    fireEvent.pointerDown(seekBar());
    fireEvent.change(seekBar(), { target: { value: '120' } });
    expect(engine.seeks).toEqual([]);
    expect(seekBar().getAttribute('aria-valuetext')).toBe('2:00 of 3:20');
    fireEvent.pointerUp(seekBar());
    expect(engine.seeks).toEqual([120]);
    fireEvent.keyDown(seekBar(), { key: 'ArrowLeft' });
    expect(engine.seeks).toEqual([120, 115]);
  });

  it('mutes, and is turned by the wheel', () => {
    const { state } = renderPlayer(<PlayerBar />, ['a']);
    const volume = screen.getByRole('slider', { name: 'Volume' });
    fireEvent.wheel(volume, { deltaY: 100 });
    expect(state().volume).toBe(0.95);
    expect(volume.getAttribute('aria-valuetext')).toBe('95 percent');
    fireEvent.click(button('Mute'));
    expect(state().volume).toBe(0);
    fireEvent.click(button('Unmute'));
    expect(state().volume).toBe(0.95);
  });

  it('shows that another tab plays', () => {
    const { core } = renderPlayer(<PlayerBar />, ['a']);
    act(() => core.mirror({ isPlaying: true }));
    expect(screen.getByText('Playing in another tab')).toBeDefined();
  });
});

describe('the player of narrow windows', () => {
  it('opens the playlist', () => {
    const onOpenQueue = vi.fn();
    renderPlayer(<NowPlayingMini onOpenQueue={onOpenQueue} />, ['Sunset']);
    fireEvent.click(screen.getByRole('button', { name: 'Open the playlist' }));
    fireEvent.keyDown(document.body, { key: 'q' });
    expect(onOpenQueue).toHaveBeenCalledTimes(2);
  });
});

describe('the keys', () => {
  const press = (key: string, how: Partial<KeyboardEvent> = {}, target: Element = document.body) =>
    fireEvent.keyDown(target, { key, ...how });

  it('play, seek, skip, mute and shuffle from anywhere', () => {
    const { state, engine, currentTitle } = renderPlayer(<PlayerBar />, ['a', 'b', 'c']);
    press(' ');
    expect(state().isPlaying).toBe(false);
    act(() => engine.soundAt(50));
    press('ArrowRight');
    press('ArrowLeft');
    expect(engine.seeks).toEqual([55, 50]);
    press('ArrowRight', { ctrlKey: true });
    expect(currentTitle()).toBe('b');
    press('ArrowLeft', { ctrlKey: true });
    expect(currentTitle()).toBe('a');
    press('m');
    expect(state().volume).toBe(0);
    press('s');
    expect(state()).toMatchObject({ isShuffled: true, undoOffer: null });
  });

  it('mean themselves in fields and on buttons', () => {
    const { state } = renderPlayer(<PlayerBar />, ['a']);
    press('m', {}, screen.getByRole('slider', { name: 'Volume' }));
    press(' ', {}, button('Mute'));
    expect(state()).toMatchObject({ volume: 1, isPlaying: true });
  });

  it('can be turned off', () => {
    const { state } = renderPlayer(<PlayerBar />, ['a']);
    writeUserValue('ann', 'hasShortcuts', false);
    press('m');
    expect(state().volume).toBe(1);
  });
});
