import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { Clock, Dices, LibraryBig, ListMusic, LogOut, Search, Settings } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import type { Route } from '../route.ts';
import { leave } from '../start.ts';
import styles from './sidebar.module.css';

interface Entry {
  readonly label: string;
  readonly href: string;
  readonly icon: ReactNode;
  /** The routes on which it is highlighted. */
  readonly screens: readonly Route['screen'][];
}

const entries = (): readonly Entry[] => [
  { label: texts.app.browse, href: paths.browse(), icon: <LibraryBig />, screens: ['browse', 'root'] },
  { label: texts.app.random, href: paths.random(), icon: <Dices />, screens: ['random'] },
  { label: texts.app.recent, href: paths.recent(), icon: <Clock />, screens: ['recent'] },
  {
    label: texts.app.playlists,
    href: paths.playlists(),
    icon: <ListMusic />,
    screens: ['playlists', 'playlist'],
  },
  { label: texts.app.search, href: paths.search(), icon: <Search />, screens: ['search'] },
  { label: texts.app.settings, href: paths.settings(), icon: <Settings />, screens: ['settings'] },
];

/** The bar of icons: where one can go, and out. */
export function Sidebar({ screen }: { readonly screen: Route['screen'] }) {
  return (
    <nav className={styles['sidebar']} aria-label={texts.app.navigation}>
      <Logo className={styles['logo']} />
      <ul className={styles['entries']}>
        {entries().map(({ label, href, icon, screens }) => (
          <li key={href}>
            <a
              href={href}
              className={styles['entry']}
              aria-label={label}
              title={label}
              aria-current={screens.includes(screen) ? 'page' : undefined}
            >
              {icon}
            </a>
          </li>
        ))}
        <li className={styles['last']}>
          <button
            type="button"
            className={styles['entry']}
            aria-label={texts.app.signOut}
            title={texts.app.signOut}
            onClick={leave}
          >
            <LogOut />
          </button>
        </li>
      </ul>
    </nav>
  );
}
