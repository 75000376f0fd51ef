import { preferencesStore } from '../../../api/preferences.ts';
import { type FakeServer, fakeServer } from '../../../test-kit/fake-server.ts';
import { asUser } from '../../../test-kit/render-screen.tsx';
import { themeStore } from '../../../theme/theme-store.ts';

/** A service that plays may be sent to, with nothing linked. */
export const lastfm = {
  id: 'lastfm',
  label: 'Last.fm',
  linked_by: 'page',
  is_available: true,
  hint: null,
  username: null,
  profile_url: 'https://www.last.fm/user/ann_fm',
  authorize_url: 'https://www.last.fm/api/auth/?api_key=k&cb={callback}',
  lapse: null,
  waiting: 0,
  refused: 0,
  waiting_elsewhere: 0,
};

/** Somebody who chose nothing so far, and the server that they ask. */
export function fakePreferencesServer(): FakeServer {
  themeStore.setState({ preview: null, followsSystem: false });
  const server = fakeServer({
    'PUT /preferences': undefined,
    'GET /preferences': { lastfm_username: null, web_theme_base: null, web_theme_accent: null },
    'GET /scrobbling': [lastfm],
    'GET /scrobbling/outbox': [],
    'GET /version': { major: 7, minor: 0, server: { name: 'Tonearm', version: '1.2.3' } },
  });
  asUser('ann');
  preferencesStore.setState({ themeBase: null, themeAccent: null, isLoaded: true });
  return server;
}

/** What the page is painted with. */
export const token = (name: string): string => document.documentElement.style.getPropertyValue(name);
