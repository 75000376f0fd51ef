import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { anyNumber } from '../values.ts';
import { soundTarget } from './sound.ts';

/**
 * How a song is wanted. Without `format` it comes as it is. With one it is converted, unless it is in that format and
 * within the quality already, or this server cannot convert (see `/sound_abilities`): then it comes as it is, too.
 */
const audioWish = z.object({
  format: soundTarget.optional(),
  /** `low` is for little data; of formats that lose nothing it means nothing. */
  quality: z.enum(['high', 'low']).default('high'),
  /** Where a conversion begins, in seconds: how to go to a place in one that is being made. */
  offset: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/)
    .transform(Number)
    .pipe(anyNumber.min(0).max(999_999.999))
    .optional(),
});

/** The bytes of songs and pictures. */
export const mediaEndpoints = {
  audio: endpoint({
    method: 'GET',
    path: '/audio/{path*}',
    access: 'media',
    summary:
      'The bytes of a song, or of a conversion. Takes Range and conditional headers; a conversion that is being made does not (`Accept-Ranges: none`) and tells its seconds in `X-Content-Duration`.',
    query: audioWish,
    answer: 'bytes',
    errors: [
      'song_not_found',
      'not_convertible',
      'too_many_conversions',
      'precondition_failed',
      'range_not_satisfiable',
    ],
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
