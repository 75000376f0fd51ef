import type { AppFindingName, CheckedApp } from '@tonearm/contract';
import type { Fault } from './faulty-gate.ts';

const removing = (...names: string[]): Fault => ({
  answer: ({ headers }) => {
    for (const name of names) delete headers[name];
  },
});
const refusing = (when: (url: string, method: string) => boolean, status: number): Fault => ({
  request: ({ url, method }) => (when(url, method) ? { status } : undefined),
});
const kept = (url: string) =>
  /ping/.test(url)
    ? {
        status: 200,
        headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
        text: JSON.stringify({ 'subsonic-response': { status: 'ok', version: '1.16.1', type: 'tonearm' } }),
      }
    : undefined;

/** What is found, what does it in words, and the app that notices where not every one does. */
export const faults: readonly [AppFindingName, string, Fault, CheckedApp?][] = [
  ['gate_password', 'wants a password', { request: () => ({ status: 401 }) }],
  ['gate_cannot_reach', 'cannot reach it', { request: () => ({ status: 502 }) }],
  ['no_server', 'answers by itself', { request: () => ({ status: 200 }) }],
  ['redirected', 'leads elsewhere', { request: () => ({ status: 302, headers: { location: '/sign-in' } }) }],
  [
    'query_lost',
    'drops what stands behind the question mark',
    {
      request: (passing) => {
        passing.url = passing.url.replace(/\?.*/, '');
      },
    },
  ],
  [
    'form_lost',
    'drops forms',
    {
      request: (passing) => {
        if (passing.method === 'POST') Object.assign(passing, { hasBody: false });
      },
    },
    'music_assistant',
  ],
  ['post_refused', 'takes no POST', refusing((_url, method) => method === 'POST', 405)],
  ['head_refused', 'takes no HEAD', refusing((_url, method) => method === 'HEAD', 405)],
  [
    'view_refused',
    'takes names without an ending only',
    refusing((url) => url.includes('.view'), 403),
    'tempo',
  ],
  ['slashes_refused', 'takes no double slash', refusing((url) => url.includes('//'), 404)],
  ['long_address_refused', 'takes short addresses only', refusing((url) => url.length > 8192, 414)],
  [
    'large_form_refused',
    'takes small forms only',
    {
      request: ({ headers }) =>
        Number(headers['content-length'] ?? 0) > 1_048_576 ? { status: 413 } : undefined,
    },
  ],
  [
    'preflight_refused',
    'answers OPTIONS itself',
    refusing((_url, method) => method === 'OPTIONS', 405),
    'browser',
  ],
  ['cross_origin_lost', 'takes away what lets pages in', removing('access-control-allow-origin'), 'browser'],
  [
    'cross_origin_doubled',
    'says twice what lets pages in',
    {
      answer: ({ headers }) => {
        headers['access-control-allow-origin'] = ['*', '*'];
      },
    },
    'browser',
  ],
  ['headers_lost', 'takes headers away', removing('x-total-count')],
  [
    'ranges_lost',
    'asks for whole songs only',
    {
      request: ({ headers }) => {
        delete headers.range;
      },
    },
  ],
  [
    'answer_changed',
    'puts a page in place of an answer',
    refusing((url) => url.includes('getAlbum.view'), 200),
  ],
  ['answer_of_another', 'keeps answers by their names', { request: ({ url }) => kept(url) }],
  [
    'forwarded_scheme',
    'does not say https',
    {
      request: ({ headers }) => {
        delete headers['x-forwarded-proto'];
      },
    },
  ],
  [
    'forwarded_host',
    'says another name',
    {
      request: ({ headers }) => {
        headers.host = 'inside.example';
      },
    },
  ],
];
