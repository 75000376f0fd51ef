import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Longest side in pixels of each thumbnail size; native is not resized. */
export const thumbnailSizes = { tiny: 40, small: 400, large: 1200, native: null } as const;

/** The bytes of songs and pictures. */
export const mediaEndpoints = {
  audio: endpoint({
    method: 'GET',
    path: '/audio/{path*}',
    access: 'media',
    summary: 'The bytes of a song. Takes Range and conditional headers.',
    answer: 'bytes',
    errors: ['song_not_found', 'precondition_failed', 'range_not_satisfiable'],
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/thumbnail/{path*}',
    access: 'media',
    summary: 'A picture: a picture file, or the picture inside a song.',
    query: z.object({
      size: z.enum(['tiny', 'small', 'large', 'native']).default('small'),
      pad: z.enum(['true', 'false']).default('true'),
    }),
    answer: 'bytes',
    errors: ['invalid_thumbnail_options', 'artwork_not_found', 'unsupported_picture'],
  }),
} as const;
