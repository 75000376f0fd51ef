import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text, yesOrNo } from './values.ts';

const server = z.object({ name: text, version: text });

/** Calls that need no account: what the server is, and whether it has been set up. */
export const setupEndpoints = {
  version: endpoint({
    method: 'GET',
    path: '/version',
    access: 'anyone',
    summary: 'Version of this API, and of the product that answers it.',
    answer: z.object({
      major: z.literal(7),
      minor: z.literal(0),
      server,
    }),
  }),
  versionV8: endpoint({
    version: 8,
    method: 'GET',
    path: '/version',
    access: 'anyone',
    summary: 'Version of this API for a client of version 8, and of the product that answers it.',
    answer: z.object({ major: z.literal(8), minor: z.literal(1), server }),
  }),
  initialSetup: endpoint({
    method: 'GET',
    path: '/initial_setup',
    access: 'anyone',
    summary: 'Whether an administrator exists yet.',
    answer: z.object({ has_any_users: yesOrNo }),
  }),
  apiDocument: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    summary: 'All calls as an OpenAPI document: as clients of version 7 meet them unless told.',
    query: z.object({ version: z.enum(['7', '8']).default('7') }),
    answer: z.looseObject({ openapi: z.literal('3.1.0'), paths: z.looseObject({}) }),
  }),
} as const;
