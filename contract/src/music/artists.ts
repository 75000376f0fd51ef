import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { page } from '../shapes.ts';
import { integer, text } from '../values.ts';
import { albumHeaders } from './albums.ts';
import { artistLinks, filter, genreLinks, letters, role } from './shapes.ts';
import { musicSongs } from './songs.ts';

/** Somebody in a list: albums of their own, as a guest and as a composer are counted apart. */
const artistHeader = z
  .object({
    id: text,
    name: text,
    letter: text,
    song_count: integer,
    album_count: integer,
    guest_album_count: integer,
    composer_album_count: integer,
  })
  .register(z.globalRegistry, { id: 'ArtistOfTags' });
/** Artists of a list. */
export const artistHeaders = z.array(artistHeader);
export type MusicArtist = z.infer<typeof artistHeader>;

const wholeArtist = artistHeader
  .extend({
    roles: z.array(role),
    genres: genreLinks,
    /** Newest first. */
    albums: albumHeaders,
    appears_on: albumHeaders,
    composed: albumHeaders,
    /** What the user played most of them. */
    top_songs: musicSongs,
    similar: artistLinks,
  })
  .register(z.globalRegistry, { id: 'WholeArtist' });
export type WholeArtist = z.infer<typeof wholeArtist>;

/** Artists as tags tell of them, in lists and whole. */
export const musicArtistEndpoints = {
  listMusicArtists: endpoint({
    method: 'GET',
    path: '/music/artists',
    access: 'user',
    summary: 'Artists by name; those of a role when told.',
    query: page.extend({ role: role.optional(), filter }),
    answer: artistHeaders,
  }),
  listArtistLetters: endpoint({
    method: 'GET',
    path: '/music/artist_letters',
    access: 'user',
    summary: 'Where letters begin in the artists by name.',
    query: z.object({ role: role.optional() }),
    answer: letters,
  }),
  listArtistRoles: endpoint({
    method: 'GET',
    path: '/music/artist_roles',
    access: 'user',
    summary:
      'Every role that somebody has, and where letters begin in its artists; all artists first, as null.',
    answer: z.array(z.object({ role: role.nullable(), letters })),
  }),
  getMusicArtist: endpoint({
    method: 'GET',
    path: '/music/artist/{id}',
    access: 'user',
    summary: 'An artist: albums, guest appearances, compositions, what was played most, similar ones.',
    answer: wholeArtist,
    errors: ['artist_not_found'],
  }),
} as const;
