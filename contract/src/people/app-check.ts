import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { integer, nullableText, text } from '../values.ts';

/** Apps whose first minutes can be replayed. More may come. */
export const checkedApps = [
  'symfonium',
  'substreamer',
  'play_sub',
  'amperfy',
  'ultrasonic',
  'tempo',
  'feishin',
  'supersonic',
  'strawberry',
  'bonob',
  'music_assistant',
  'browser',
  'dsub',
] as const;
const checkedApp = z.enum(checkedApps);
export type CheckedApp = (typeof checkedApps)[number];

/** What would go wrong for an app. More may come. */
export const appFindings = [
  // What the server itself answers.
  'protocol_off',
  'scheme_off',
  'call_refused',
  'library_empty',
  'library_scanning',
  'downloads_off',
  // What the address says by itself.
  'address_this_machine',
  'address_plain',
  'address_short_name',
  'address_has_rest',
  // Who answers there.
  'name_unknown',
  'not_reached',
  'no_answer',
  'certificate_refused',
  'redirected',
  'gate_password',
  'gate_cannot_reach',
  'wrong_path',
  'other_server',
  'no_server',
  // What something in between does to requests.
  'query_lost',
  'form_lost',
  'post_refused',
  'head_refused',
  'view_refused',
  'slashes_refused',
  'long_address_refused',
  'large_form_refused',
  'preflight_refused',
  // What it does to answers.
  'cross_origin_lost',
  'cross_origin_doubled',
  'headers_lost',
  'ranges_lost',
  'answer_changed',
  'answer_of_another',
  // What it does not tell the server.
  'forwarded_scheme',
  'forwarded_host',
  'forwarded_path',
] as const;
export type AppFindingName = (typeof appFindings)[number];

const finding = z.object({
  name: z.enum(appFindings),
  /** `wrong` keeps the app from working, `doubtful` may, `note` concerns other apps or few people. */
  weight: z.enum(['wrong', 'doubtful', 'note']),
  /** The call that showed it; null for what no single call shows. */
  call: nullableText,
  /** What was seen: a status, a header, a sentence of the server, an address. */
  seen: nullableText,
});
export type AppFinding = z.infer<typeof finding>;

const appCheck = z.object({
  app: checkedApp,
  /** Calls that were answered as the app needs it, of those that were made, on each way. */
  ways: z.array(
    z.object({
      way: z.enum(['direct', 'address']),
      address: text,
      calls: integer,
      answered: integer,
    }),
  ),
  findings: z.array(finding),
});
export type AppCheck = z.infer<typeof appCheck>;

/** Finding out what would keep an app from working, before somebody tries it. */
export const appCheckEndpoints = {
  checkApp: endpoint({
    method: 'POST',
    path: '/app_check',
    access: 'admin',
    summary:
      'Replay what an app asks when it connects and reads the collection first, at the server itself and by an address, and tell what would go wrong.',
    body: z.object({
      app: checkedApp,
      /** What is typed into the app: with the base path, without `/rest`. Left out, only the server itself is asked. */
      address: text.max(2000).nullish(),
    }),
    bodyExample: { app: 'symfonium' },
    answer: appCheck,
    errors: ['invalid_request'],
  }),
} as const;
