import type { ArtistLink } from '@tonearm/contract';
import { Fragment, type ReactNode } from 'react';
import { linkedParts } from '../lib/linked-parts.ts';
import { paths } from '../lib/paths.ts';

/** Names as the file shows them, each of the people in them a link to their page. */
export function ArtistNames(props: {
  readonly text: string;
  readonly artists: readonly ArtistLink[];
  readonly className?: string | undefined;
}): ReactNode {
  const { text, artists, className } = props;
  return linkedParts(text, artists).map(({ text: part, id, at }) =>
    id === null ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
      <a key={at} href={paths.artist(id)} className={className} data-link="">
        {part}
      </a>
    ),
  );
}
