import { useState } from 'react';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { texts } from '../../texts/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { Ellipsis } from '../../ui/icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import type { Route } from '../route.ts';
import { type Place, places } from './places.tsx';
import styles from './tab-bar.module.css';

const MoreMenu = overlay(
  async () => (await import('./more-menu.tsx')).MoreMenu,
  ({ onClose }) => onClose(),
);

/**
 * The bar below, for thumbs: four places and *More*, which holds the others. In a low window the words give way
 * to what is shown; in one that is narrow besides, every place is under *More*.
 */
export function TabBar({ screen, isLow }: { readonly screen: Route['screen']; readonly isLow: boolean }) {
  const isNarrow = useMediaQuery('(width < 40rem)');
  const { browse, random, recent, playlists, search, settings, home, albums, artists, genres, favourites } =
    places();
  const tabs: readonly Place[] = [
    { ...browse, label: texts.app.tabs.library },
    search,
    playlists,
    { ...recent, label: texts.app.tabs.recent },
  ];
  const others: readonly Place[] = [home, albums, artists, genres, favourites, random, settings];
  const hasTabs = !isLow || !isNarrow;
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const isOther = (hasTabs ? others : [...tabs, ...others]).some(({ screens }) => screens.includes(screen));
  return (
    <nav className={classNames(styles['bar'], isLow && styles['low'])} aria-label={texts.app.navigation}>
      {hasTabs &&
        tabs.map(({ label, href, icon, screens }) => (
          <a
            key={href}
            href={href}
            className={styles['tab']}
            title={isLow ? label : undefined}
            aria-current={screens.includes(screen) ? 'page' : undefined}
          >
            {icon}
            <span>{label}</span>
          </a>
        ))}
      <button
        type="button"
        className={styles['tab']}
        title={isLow ? texts.app.tabs.more : undefined}
        aria-haspopup="menu"
        aria-expanded={menuAt !== null}
        data-is-here={isOther || undefined}
        onClick={(event) => {
          const { right, top } = event.currentTarget.getBoundingClientRect();
          setMenuAt({ x: right, y: top });
        }}
      >
        <Ellipsis />
        <span>{texts.app.tabs.more}</span>
      </button>
      {menuAt !== null && (
        <MoreMenu
          at={menuAt}
          places={hasTabs ? others : [...tabs, ...others]}
          onClose={() => setMenuAt(null)}
        />
      )}
    </nav>
  );
}
