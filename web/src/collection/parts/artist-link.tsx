import { isAt } from '../../lib/location.ts';
import { artistHref } from '../../lib/music-links.ts';
import styles from './screen-header.module.css';

/** The artist of what a screen shows: a link, unless it leads where one is. `path` is that of a folder. */
export function ArtistLink({ artist, path }: { readonly artist: string; readonly path: string }) {
  const href = artistHref({ path: `${path}/`, artist });
  if (href === null || isAt(href)) return artist;
  return (
    <a href={href} className={styles['link']}>
      {artist}
    </a>
  );
}
