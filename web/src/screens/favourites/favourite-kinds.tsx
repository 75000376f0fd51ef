import type { ReactNode } from 'react';
import { type FavouriteKind, type FavouriteOrder, favouriteKinds } from '../../lib/music-choices.ts';
import { paths } from '../../lib/paths.ts';
import { bookmarkTexts } from '../../texts/bookmarks.ts';
import { texts } from '../../texts/index.ts';
import { likeTexts } from '../../texts/likes.ts';
import styles from './favourite-kinds.module.css';

/** What somebody keeps, by kind: each is a page. */
export function FavouriteKinds(props: {
  readonly current: FavouriteKind | 'bookmarks';
  readonly order?: FavouriteOrder;
}): ReactNode {
  const { current, order } = props;
  const pages = [
    ...favouriteKinds.map((kind) => ({
      kind,
      href: paths.favourites(kind, order),
      label: likeTexts.kinds[kind],
    })),
    { kind: 'bookmarks', href: paths.bookmarks(), label: bookmarkTexts.title },
  ];
  return (
    <nav className={styles['kinds']} aria-label={texts.app.favourites}>
      {pages.map(({ kind, href, label }) => (
        <a
          key={kind}
          href={href}
          className={styles['kind']}
          aria-current={kind === current ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
