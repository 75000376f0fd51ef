import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showToast, Toasts } from './toast.tsx';
import { createToasts } from './toast-store.ts';

describe('toasts', () => {
  it('appear in a live region that was there before, and offer their action', () => {
    vi.useFakeTimers();
    render(<Toasts dismissLabel="Dismiss" />);
    const region = screen.getByRole('status');
    const onSelect = vi.fn();
    act(() => void showToast({ message: 'Playlist cleared', action: { label: 'Undo', onSelect } }));
    expect(region.textContent).toContain('Playlist cleared');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(onSelect).toHaveBeenCalledOnce();
    expect(region.textContent).toBe('');
  });

  it('go by themselves after their time', () => {
    vi.useFakeTimers();
    render(<Toasts dismissLabel="Dismiss" />);
    act(() => void showToast({ message: 'Saved', durationMs: 10_000 }));
    act(() => void vi.advanceTimersByTime(9_999));
    expect(screen.getByText('Saved')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stay longer with something to do about them, and as long as somebody points at one', () => {
    const waits: [() => void, number][] = [];
    let isHeld = true;
    const { store, show } = createToasts(
      (run, delayMs) => void waits.push([run, delayMs]),
      () => isHeld,
    );
    show({ message: 'Saved' });
    show({ message: 'Cleared', action: { label: 'Undo', onSelect: () => {} } });
    expect(waits.map(([, delayMs]) => delayMs)).toEqual([4_000, 10_000]);
    for (const [run] of waits.splice(0)) run();
    expect(store.getState().toasts).toHaveLength(2);
    isHeld = false;
    for (const [run] of waits.splice(0)) run();
    expect(store.getState().toasts).toEqual([]);
  });

  it('stay while the focus is in one', () => {
    vi.useFakeTimers();
    render(<Toasts dismissLabel="Dismiss" />);
    act(() => void showToast({ message: 'Saved' }));
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    act(() => void vi.advanceTimersByTime(20_000));
    expect(screen.getByText('Saved')).toBeTruthy();
    act(() => screen.getByRole('button', { name: 'Dismiss' }).blur());
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stand once when they say the same', () => {
    const { store, show } = createToasts(() => {});
    for (const message of ['a', 'b', 'a']) show({ message });
    expect(store.getState().toasts.map(({ message }) => message)).toEqual(['b', 'a']);
  });

  it('never stand higher than three', () => {
    const { store, show } = createToasts(() => {});
    for (const message of ['a', 'b', 'c', 'd']) show({ message });
    expect(store.getState().toasts.map(({ message }) => message)).toEqual(['b', 'c', 'd']);
  });

  it('give way to what is said next about the same', () => {
    const { store, show } = createToasts(() => {});
    for (const message of ['a', 'b']) show({ message, topic: 'queue' });
    show({ message: 'c' });
    expect(store.getState().toasts.map(({ message }) => message)).toEqual(['b', 'c']);
  });
});
