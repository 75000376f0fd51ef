import type {
  MusicAlbum,
  MusicArtist,
  MusicGenre,
  MusicSong,
  WholeArtist,
  WholeGenre,
} from '@tonearm/contract';
import { songNamed } from '../../player/core/test-songs.ts';

/** An album of the wire, by its title, which is its id. */
export const wireMusicAlbum = (title: string, fields: Partial<MusicAlbum> = {}): MusicAlbum => ({
  id: title,
  group_id: title,
  title,
  version: null,
  artist: 'Heron',
  artists: [{ id: 'heron', name: 'Heron' }],
  year: 2016,
  original_date: null,
  release_date: null,
  kind: 'album',
  song_count: 7,
  disc_count: 1,
  duration: 1200,
  added_at: 0,
  artwork: null,
  artwork_color: null,
  ...fields,
});

/** An artist of the wire, by their name, which is their id. */
export const wireArtist = (name: string, fields: Partial<MusicArtist> = {}): MusicArtist => ({
  id: name,
  name,
  letter: name.slice(0, 1),
  song_count: 12,
  album_count: 2,
  guest_album_count: 0,
  composer_album_count: 0,
  ...fields,
});

/** An artist with all that the page shows; nothing of it unless told. */
export const wireWholeArtist = (name: string, fields: Partial<WholeArtist> = {}): WholeArtist => ({
  ...wireArtist(name),
  roles: ['artist'],
  genres: [],
  albums: [],
  appears_on: [],
  composed: [],
  top_songs: [],
  similar: [],
  ...fields,
});

/** A genre of the wire, by its name, which is its id. */
export const wireGenre = (name: string, fields: Partial<MusicGenre> = {}): MusicGenre => ({
  id: name,
  name,
  song_count: 30,
  album_count: 3,
  ...fields,
});

/** A genre with all that the page shows; nothing of it unless told. */
export const wireWholeGenre = (name: string, fields: Partial<WholeGenre> = {}): WholeGenre => ({
  ...wireGenre(name),
  related: [],
  main_artists: [],
  recent: [],
  ...fields,
});

/** A song of the wire with where it leads, by its title, which is its id. */
export const wireMusicSong = (title: string, fields: Partial<MusicSong> = {}): MusicSong => ({
  ...songNamed(title),
  artist: 'Heron',
  id: title,
  album_id: 'Picnic',
  credits: [{ id: 'heron', name: 'Heron', role: 'artist', instrument: null }],
  genres: [],
  disc_subtitle: null,
  work: null,
  movement_name: null,
  movement_number: null,
  ...fields,
});
