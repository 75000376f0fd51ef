import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { classNames } from '../class-names.ts';
import { type NeedsServerProps, useDimmed } from '../controls/needs-server.ts';
import { Check } from '../later-icons.ts';
import styles from './menu.module.css';
import { useLayer } from './use-layer.ts';

/** A line of a menu. */
export interface MenuItem extends NeedsServerProps {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean;
  /** Of a line that is on or off. */
  readonly isChecked?: boolean;
  /** A line is drawn above it. */
  readonly startsGroup?: boolean;
  /** The menu stays until whoever opened it takes it away, for what shows something else in its place. */
  readonly staysOpen?: boolean;
  readonly onSelect: () => void;
}

/** Properties of a menu; it is open as long as it is rendered. */
export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Where it opens, in pixels of the window; it stays inside. Phones show it as a sheet at the bottom. */
  readonly at: { readonly x: number; readonly y: number };
  /** What it is about, at the head of the sheet on phones. */
  readonly head?: ReactNode;
  readonly onClose: () => void;
}

/** Windows in which a menu at a point has too little room for a finger. */
const phoneQuery = '(width < 40rem), (height < 30rem) and (pointer: coarse)';

/**
 * A context menu; on phones a sheet at the bottom. Arrows, Home, End and first letters move, Enter and Space
 * choose, Escape, Tab and Back close; the focus returns to where it was.
 */
export function Menu({ label, items, at, head, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const isSheet = useMediaQuery(phoneQuery);
  const [position, setPosition] = useState(at);
  useLayoutEffect(() => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = menu.current ?? {};
    const inside = (value: number, size: number, room: number) =>
      Math.max(8, Math.min(value, room - size - 8));
    setPosition({ x: inside(at.x, width, window.innerWidth), y: inside(at.y, height, window.innerHeight) });
  }, [at.x, at.y]);
  useFocusInside(menu);
  useLayer(onClose);
  useCloseOutside(menu, onClose);
  return createPortal(
    <div className={isSheet ? styles['scrim'] : undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second right click on a menu opens nothing */}
      <div
        ref={menu}
        className={classNames(styles['menu'], isSheet && styles['sheet'])}
        data-sheet={isSheet || undefined}
        style={isSheet ? undefined : { left: position.x, top: position.y }}
        onContextMenu={(event) => event.preventDefault()}
      >
        {isSheet && head}
        <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={(event) => onMenuKey(event, onClose)}>
          {items.map((item) => (
            <MenuLine key={item.label} item={item} onClose={onClose} />
          ))}
        </div>
      </div>
    </div>,
    placeOf(),
  );
}

const roleOf = ({ isChecked }: MenuItem) =>
  isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': isChecked };

function MenuLine({ item, onClose }: { readonly item: MenuItem; readonly onClose: () => void }) {
  const dimmed = useDimmed(item.needsServer, item.label);
  return (
    <>
      {item.startsGroup === true && <hr className={styles['line']} />}
      <button
        type="button"
        {...roleOf(item)}
        tabIndex={-1}
        aria-disabled={item.isDisabled}
        className={styles['item']}
        onClick={() => {
          if (item.isDisabled) return;
          if (item.staysOpen !== true) onClose();
          item.onSelect();
        }}
        {...dimmed}
      >
        {item.icon}
        {item.isChecked !== undefined && (
          <Check aria-hidden="true" className={classNames(!item.isChecked && styles['unchecked'])} />
        )}
        {item.label}
      </button>
    </>
  );
}

/** Within a landmark, so that who goes by landmarks finds it; whatever lies outside of an open dialog cannot be pressed. */
const placeOf = (): Element =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main') ?? document.body;

function onMenuKey(event: KeyboardEvent<HTMLElement>, onClose: () => void): void {
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
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

function useFocusInside(menu: React.RefObject<HTMLElement>): void {
  useEffect(() => {
    const before = document.activeElement;
    menu.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [menu]);
}

function useCloseOutside(menu: React.RefObject<HTMLElement>, onClose: () => void): void {
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
