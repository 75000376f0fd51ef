import type { Song } from '@tonearm/contract';
import type { ReactNode } from 'react';
import { songAlbum, songArtist, songPrimaryLine, songSecondaryLine } from '../../lib/format-song.ts';
import { linkedParts } from '../../lib/linked-parts.ts';
import { albumHref, artistHref } from '../../lib/music-links.ts';
import { ArtistNames } from '../../menus/artist-names.tsx';
import { useLinksOf } from '../../menus/use-song-links.ts';
import styles from './song-lines.module.css';

/** 'artist - title', with the artists as links. */
export function PrimaryLine({ song }: { readonly song: Song }): ReactNode {
  const artists = useLinksOf(song.path)?.credits.filter(({ role }) => role === 'artist') ?? [];
  const line = songPrimaryLine(song);
  const artist = songArtist(song);
  // The title may hold the name of an artist too, which is no link there.
  if (line.startsWith(artist) && linkedParts(artist, artists).some(({ id }) => id !== null)) {
    return (
      <>
        <ArtistNames text={artist} artists={artists} className={styles['link']} />
        {line.slice(artist.length)}
      </>
    );
  }
  return linked(line, artist, artistHref(song));
}

/** 'album (year) #track', with the album as a link. */
export function SecondaryLine({ song }: { readonly song: Song }): ReactNode {
  const links = useLinksOf(song.path);
  return linked(songSecondaryLine(song), songAlbum(song), albumHref(song, links));
}

/** A line of which one name is a link; the line as it is where the name is nowhere in it. */
function linked(line: string, name: string, href: string | null): ReactNode {
  const at = line.indexOf(name);
  if (href === null || at < 0) return line;
  return (
    <>
      {line.slice(0, at)}
      <a className={styles['link']} href={href}>
        {name}
      </a>
      {line.slice(at + name.length)}
    </>
  );
}
