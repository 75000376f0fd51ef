import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { page } from '../shapes.ts';
import { albumHeader } from './albums.ts';
import { artistLink, filter, genreLink, letters, role } from './shapes.ts';
import { musicSong } from './songs.ts';

/** Somebody in a list: albums of their own, as a guest and as a composer are counted apart. */
export const artistHeader = z
  .object({
    id: z.string(),
    name: z.string(),
    letter: z.string(),
    song_count: z.number().int(),
    album_count: z.number().int(),
    guest_album_count: z.number().int(),
    composer_album_count: z.number().int(),
  })
  .meta({ id: 'ArtistOfTags' });
export type MusicArtist = z.infer<typeof artistHeader>;

const wholeArtist = artistHeader
  .extend({
    roles: z.array(role),
    genres: z.array(genreLink),
    /** Newest first. */
    albums: z.array(albumHeader),
    appears_on: z.array(albumHeader),
    composed: z.array(albumHeader),
    /** What the user played most of them. */
    top_songs: z.array(musicSong),
    similar: z.array(artistLink),
  })
  .meta({ id: 'WholeArtist' });
export type WholeArtist = z.infer<typeof wholeArtist>;

/** Artists as tags tell of them, in lists and whole. */
export const musicArtistEndpoints = {
  listMusicArtists: endpoint({
    method: 'GET',
    path: '/music/artists',
    access: 'user',
    summary: 'Artists by name; those of a role when told.',
    query: page.extend({ role: role.optional(), filter }),
    answer: z.array(artistHeader),
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
