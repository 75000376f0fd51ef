import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Menu } from './menu.tsx';

const choose = vi.fn();

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  const item = (label: string, isDisabled = false) => ({ label, isDisabled, onSelect: () => choose(label) });
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Menu
          label="Song actions"
          at={{ x: 5_000, y: 5_000 }}
          items={[item('Play now'), item('Play next'), item('Add to queue', true)]}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

function open() {
  choose.mockReset();
  render(<Opener />);
  const opener = screen.getByRole('button', { name: 'Open' });
  opener.focus();
  fireEvent.click(opener);
  return opener;
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

describe('a menu', () => {
  it('takes the focus, and gives it back on Escape', () => {
    const opener = open();
    expect(document.activeElement?.textContent).toBe('Play now');
    press('Escape');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('is walked by arrows, Home, End and first letters', () => {
    open();
    const visited = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'p', 'p'].map((key) => {
      press(key);
      return document.activeElement?.textContent;
    });
    expect(visited).toEqual([
      'Play next',
      'Add to queue',
      'Play now',
      'Add to queue',
      'Play now',
      'Add to queue',
      'Play now',
      'Play next',
    ]);
  });

  it('finds first letters in a browser of any language', () => {
    const { toLocaleLowerCase } = String.prototype;
    vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
      return toLocaleLowerCase.call(this, 'tr');
    });
    const items = ['Play now', 'Information'].map((label) => ({ label, onSelect: () => choose(label) }));
    render(<Menu label="Song actions" at={{ x: 0, y: 0 }} items={items} onClose={() => undefined} />);
    press('i');
    expect(document.activeElement?.textContent).toBe('Information');
  });

  it('does what is chosen, once, and closes', () => {
    open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Play next' }));
    expect(choose.mock.calls).toEqual([['Play next']]);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('does nothing for what is not available', () => {
    open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Add to queue' }));
    expect(choose).not.toHaveBeenCalled();
    expect(screen.getByRole('menu')).toBeTruthy();
  });

  it('closes when something beside it is pressed', () => {
    open();
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('stays inside the window', () => {
    open();
    const { left = '', top = '' } = screen.getByRole('menu').parentElement?.style ?? {};
    expect(Number.parseFloat(left)).toBeLessThanOrEqual(window.innerWidth);
    expect(Number.parseFloat(top)).toBeLessThanOrEqual(window.innerHeight);
  });
});
