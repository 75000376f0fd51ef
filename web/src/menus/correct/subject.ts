import { songTitle } from '../../lib/format-song.ts';
import type { MenuSubject } from '../menu-subject.ts';

/** What is to be corrected: songs by their paths, others by their ids. */
export type CorrectSubject =
  | { readonly kind: 'artist' | 'album' | 'genre'; readonly id: string; readonly name: string }
  | { readonly kind: 'song'; readonly path: string; readonly name: string };

/** What a menu is about, where it can be corrected. */
export function correctSubjectOf({ song, liked, genreId, label }: MenuSubject): CorrectSubject | null {
  if (song) return { kind: 'song', path: song.path, name: songTitle(song) };
  if (genreId !== undefined) return { kind: 'genre', id: genreId, name: label };
  return liked?.kind === 'album' || liked?.kind === 'artist'
    ? { kind: liked.kind, id: liked.name, name: label }
    : null;
}
