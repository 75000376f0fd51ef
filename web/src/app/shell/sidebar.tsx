import { texts } from '../../texts/index.ts';
import { LogOut } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import type { Route } from '../route.ts';
import { leave } from '../start.ts';
import { type Place, places } from './places.tsx';
import styles from './sidebar.module.css';

/** The bar at the side: where one can go, and out. */
export function Sidebar({ screen }: { readonly screen: Route['screen'] }) {
  const { browse, random, recent, playlists, search, settings, home, albums, artists, genres, favourites } =
    places();
  const entries: readonly Place[] = [
    browse,
    random,
    recent,
    playlists,
    search,
    settings,
    home,
    albums,
    artists,
    genres,
    favourites,
  ];
  return (
    <nav className={styles['sidebar']} aria-label={texts.app.navigation}>
      <Logo className={styles['logo']} />
      <ul className={styles['entries']}>
        {entries.map(({ label, href, icon, screens }) => (
          <li key={href}>
            <a
              href={href}
              className={styles['entry']}
              aria-current={screens.includes(screen) ? 'page' : undefined}
            >
              {icon}
              <span>{label}</span>
            </a>
          </li>
        ))}
        <li className={styles['last']}>
          <button type="button" className={styles['entry']} onClick={leave}>
            <LogOut />
            <span>{texts.app.signOut}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}
