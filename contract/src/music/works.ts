import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { integer, text } from '../values.ts';
import { albumHeader } from './albums.ts';
import { artistLink } from './shapes.ts';
import { musicSongs } from './songs.ts';

/** A work of a composer, by the name that tags give it; the name is its id. */
const workHeader = z
  .object({
    name: text,
    song_count: integer,
    /** Albums that have a recording of it. */
    album_count: integer,
  })
  .register(z.globalRegistry, { id: 'WorkOfTags' });
export type MusicWork = z.infer<typeof workHeader>;

const composerWorks = z
  .object({ composer: artistLink, works: z.array(workHeader) })
  .register(z.globalRegistry, { id: 'WorksOfComposer' });

export type WorksOfComposer = z.infer<typeof composerWorks>;

const wholeWork = z
  .object({
    name: text,
    composer: artistLink,
    /** By year; `album` is null for songs without one. */
    recordings: z.array(z.object({ album: albumHeader.nullable(), songs: musicSongs })),
  })
  .register(z.globalRegistry, { id: 'WholeWork' });
export type WholeWork = z.infer<typeof wholeWork>;

/** Works of composers, and their recordings. */
export const workEndpoints = {
  listWorks: endpoint({
    method: 'GET',
    path: '/music/works/{id}',
    access: 'user',
    summary: 'Works of a composer by name, by the id of an artist; none where no song names any.',
    answer: composerWorks,
    errors: ['artist_not_found'],
  }),
  getWork: endpoint({
    method: 'GET',
    path: '/music/work/{id}',
    access: 'user',
    summary: 'Recordings of a work, by the id of its composer and its name in any spelling.',
    query: z.object({ name: text }),
    answer: wholeWork,
    errors: ['artist_not_found', 'work_not_found'],
  }),
} as const;
