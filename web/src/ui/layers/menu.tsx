import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './menu.module.css';

/** A line of a menu. */
interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
}

/** Properties of a menu; it is open as long as it is rendered. */
export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Where it opens, in pixels of the window; it stays inside. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/**
 * A context menu. Arrows, Home, End and first letters move, Enter and Space choose, Escape and Tab
 * close; the focus returns to where it was.
 */
export function Menu({ label, items, at, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState(at);
  useLayoutEffect(() => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = menu.current ?? {};
    const inside = (value: number, size: number, room: number) =>
      Math.max(8, Math.min(value, room - size - 8));
    setPosition({ x: inside(at.x, width, window.innerWidth), y: inside(at.y, height, window.innerHeight) });
  }, [at.x, at.y]);
  useFocusInside(menu);
  useCloseOutside(menu, onClose);
  return createPortal(
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={styles['menu']}
      style={{ left: position.x, top: position.y }}
      onKeyDown={(event) => onMenuKey(event, onClose)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={item.isDisabled}
          className={styles['item']}
          onClick={() => {
            if (item.isDisabled) return;
            onClose();
            item.onSelect();
          }}
        >
          {item.icon}
          {item.label}
        </button>
      ))}
    </div>,
    // Whatever lies outside of an open dialog cannot be pressed, and is beneath it.
    [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body,
  );
}

function onMenuKey(event: KeyboardEvent<HTMLElement>, onClose: () => void): void {
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const index = lines.indexOf(document.activeElement as HTMLElement);
  const target = targetOf(event.key, index, lines);
  if (target) {
    target.focus();
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    onClose();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

function targetOf(key: string, index: number, lines: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return lines[(index + 1) % lines.length];
  if (key === 'ArrowUp') return lines.at(index <= 0 ? -1 : index - 1);
  if (key === 'Home') return lines[0];
  if (key === 'End') return lines.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...lines.slice(index + 1), ...lines.slice(0, index + 1)];
  return after.find((line) => line.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}

function useFocusInside(menu: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [menu]);
}

function useCloseOutside(menu: React.RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const close = (event: Event) => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target))) onClose();
    };
    const events = ['pointerdown', 'wheel', 'resize', 'blur'] as const;
    for (const name of events) window.addEventListener(name, close, { passive: true });
    return () => {
      for (const name of events) window.removeEventListener(name, close);
    };
  }, [menu, onClose]);
}
