import type { AlbumKind, WholeArtist } from '@tonearm/contract';
import { itemFromSong } from '../../api/collection.ts';
import { itemFromAlbum } from '../../api/music.ts';
import type { Section } from '../../collection/parts/section-list.tsx';
import { type Expansion, expandableSection } from '../../collection/parts/use-expansion.ts';
import { artistTexts } from '../../texts/artists.ts';
import { texts } from '../../texts/index.ts';

const singles: readonly AlbumKind[] = ['single', 'ep'];

/** What stands below the head of an artist: what one played most, then albums by what they are. */
export function artistSections(artist: WholeArtist, expansion: Expansion): readonly Section[] {
  const own = (...kinds: readonly AlbumKind[]) =>
    artist.albums.filter(({ kind }) => kinds.includes(kind)).map(itemFromAlbum);
  const cards = (key: string, text: string, items: Section['items']) =>
    expandableSection({ key, text, kind: 'cards', items }, expansion);
  const top = artist.top_songs.map(itemFromSong);
  return [
    expandableSection({ key: 'top', text: artistTexts.topSongs, kind: 'rows', items: top }, expansion),
    cards('albums', texts.app.albums, own('album', 'other')),
    cards('singles', artistTexts.singles, own(...singles)),
    cards('live', artistTexts.live, own('live')),
    cards('compilations', artistTexts.compilations, own('compilation')),
    cards('guest', artistTexts.appearsOn, artist.appears_on.map(itemFromAlbum)),
    cards('composed', artistTexts.composed, artist.composed.map(itemFromAlbum)),
  ];
}
