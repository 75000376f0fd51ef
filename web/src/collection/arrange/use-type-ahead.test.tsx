import { act } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { focused, folder, pressKey, showList, songs } from '../item-list/test-item-list.tsx';
import { songButton } from '../parts/test-collection.tsx';

describe('a list of songs', () => {
  it('jumps to what is typed, and goes on with the same letter', () => {
    showList([...songs, folder('Music/Ångström'), folder('Music/Manta')]);
    songButton('one').focus();
    pressKey('t');
    expect(focused()).toContain('two');
    pressKey('h');
    expect(focused()).toContain('three');
    expect(document.querySelector('[class*="typed"]')?.textContent).toBe('th');
  });

  it('goes on with the same letter, and begins with an apostrophe where a letter is a shortcut', () => {
    showList([...songs, folder('Music/Ångström'), folder('Music/Manta')]);
    songButton('one').focus();
    pressKey('t');
    pressKey('t');
    expect(focused()).toContain('three');
    songButton('one').focus();
    pressKey('Backspace');
    pressKey('Backspace');
    for (const letter of 'ang') pressKey(letter);
    expect(focused()).toContain('Ångström');
  });

  it('leaves letters that are shortcuts alone, but not after an apostrophe', async () => {
    vi.useFakeTimers();
    showList([...songs, folder('Music/Manta')]);
    songButton('one').focus();
    pressKey('m');
    expect(focused()).toContain('one');
    pressKey("'");
    pressKey('m');
    expect(focused()).toContain('Manta');
    act(() => void vi.advanceTimersByTime(1_100));
    vi.useRealTimers();
    expect(document.querySelector('[class*="typed"]')).toBeNull();
  });
});
