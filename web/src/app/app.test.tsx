import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { call } from '../api/client.ts';
import { setupStore } from '../api/setup.ts';
import { navigate } from '../lib/location.ts';
import { createSessionStore, sessionStore } from '../storage/session-store.ts';
import { setShortcuts } from '../storage/shortcut-setting.ts';
import { type FakeServer, fakeServer, problem } from '../test-kit/fake-server.ts';
import { asUser, connectForTest } from '../test-kit/render-screen.tsx';
import { App } from './app.tsx';

let server: FakeServer;

function renderApp() {
  connectForTest();
  return render(<App />);
}

// The page of a test is on localhost, which a browser reaches without any network.
vi.mock('../lib/online.ts', () => ({ isOnline: () => navigator.onLine }));

beforeEach(() => {
  sessionStore.setState({ session: null });
  setupStore.setState({ isComplete: null });
  server = fakeServer({
    'GET /initial_setup': { has_any_users: true },
    'GET /preferences': { lastfm_username: null, web_theme_base: null, web_theme_accent: null },
    'GET /collection_status': {
      is_scanning: false,
      is_first_scan: false,
      song_count: 3,
      revision: 1,
      away_sources: [],
    },
    'POST /auth': { username: 'ann', token: 't1', is_admin: true, media_token: 'm1' },
    'DELETE /auth': undefined,
  });
});

const typeCredentials = () => {
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'ann' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
  fireEvent.click(screen.getByRole('button', { name: 'Login' }));
};

describe('the client', () => {
  it('asks for the setup status before it shows anything', async () => {
    server.answer({ 'GET /initial_setup': () => new Promise(() => {}) });
    renderApp();
    expect(server.calls.map(({ path }) => path)).toEqual(['/initial_setup']);
    expect(screen.queryByRole('main')).toBeNull();
  });

  it('says that the server cannot be reached, and tries again', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    renderApp();
    expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
    fakeServer({ 'GET /initial_setup': { has_any_users: true } });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
  });

  it('opens setup while there is no administrator', async () => {
    server.answer({
      'GET /initial_setup': { has_any_users: false },
      'GET /mount_dirs': [],
      'GET /users': [],
    });
    renderApp();
    expect(await screen.findByRole('button', { name: 'Sounds good' })).toBeTruthy();
    expect(window.location.hash).toBe('#/welcome');
  });

  it('asks who is not signed in to sign in, then opens the collection', async () => {
    renderApp();
    await screen.findByRole('button', { name: 'Login' });
    expect(window.location.hash).toBe('#/auth');
    expect(document.title).toBe('Sign in · Tonearm');
    typeCredentials();
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
    await waitFor(() => expect(window.location.hash).toBe('#/browse'));
    expect(server.callsOf('POST /auth')[0]?.body).toEqual({ username: 'ann', password: 'secret' });
    expect(server.callsOf('GET /preferences')).toHaveLength(1);
    expect(localStorage.getItem('authToken')).toBe('t1');
  });

  it('says that credentials are wrong', async () => {
    server.answer({ 'POST /auth': problem(401, 'bad_credentials') });
    renderApp();
    await screen.findByRole('button', { name: 'Login' });
    typeCredentials();
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Incorrect credentials, please try again.'),
    );
    expect(window.location.hash).toBe('#/auth');
  });

  it('can be tried again after a sign-in whose answer was of no use', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.answer({ 'POST /auth': undefined });
    renderApp();
    await screen.findByRole('button', { name: 'Login' });
    typeCredentials();
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy();
    expect(log).toHaveBeenCalledOnce();
    server.answer({
      'POST /auth': () =>
        new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('terminated')) })),
    });
    typeCredentials();
    expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Login' }).disabled).toBe(false);
  });

  it('offers browsers what they need to fill in', async () => {
    renderApp();
    await screen.findByRole('button', { name: 'Login' });
    expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username');
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
  });

  it('highlights where one is', async () => {
    asUser('ann');
    window.location.hash = '#/playlist/Sunday';
    renderApp();
    const link = await screen.findByRole('link', { name: 'Playlists' });
    expect(link.getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Browse' }).getAttribute('aria-current')).toBeNull();
  });

  it('says that a page could not be found', async () => {
    asUser('ann');
    window.location.hash = '#/nowhere';
    renderApp();
    expect(await screen.findByText('This page could not be found.')).toBeTruthy();
  });

  it('signs out, revokes the token and forgets the session', async () => {
    asUser('ann');
    renderApp();
    fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
    expect(server.callsOf('DELETE /auth')[0]?.headers.get('Authorization')).toBe('Bearer token-of-ann');
    expect(localStorage.getItem('authToken')).toBeNull();
  });

  it('signs out after a 401 of any call', async () => {
    asUser('ann');
    server.answer({ 'GET /collection_status': problem(401, 'unauthorized') });
    renderApp();
    expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
    expect(sessionStore.getState().session).toBeNull();
  });

  it.each([
    ['session_ended_elsewhere', /^You were signed out here from another/],
    ['session_ended_by_password', /^Your password was changed/],
    ['session_ended_by_administrator', /^An administrator signed you out/],
    ['unauthorized', /^Your session has ended/],
  ])('tells at sign-in why a session is gone (%s), until somebody signs in', async (code, words) => {
    asUser('ann');
    server.answer({ 'GET /collection_status': problem(401, code) });
    renderApp();
    expect(await screen.findByText(words)).toBeTruthy();
    // A page that is loaded anew, and other tabs, tell it too.
    expect(createSessionStore().getState().signedOutBecause).not.toBeNull();
    asUser('ann');
    expect(createSessionStore().getState().session?.username).toBe('ann');
  });

  it('tells nothing to who logged out on purpose', async () => {
    asUser('ann');
    renderApp();
    fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    await screen.findByRole('button', { name: 'Login' });
    expect(createSessionStore().getState()).toEqual({ session: null, signedOutBecause: null });
  });

  it('signs out when another tab does', async () => {
    asUser('ann');
    renderApp();
    await screen.findByRole('navigation', { name: 'Main' });
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
  });

  it('goes on with who has signed in anew in another tab when the session it knew is refused', async () => {
    asUser('ann');
    renderApp();
    await screen.findByRole('navigation', { name: 'Main' });
    // A page that slept is told nothing of what other tabs store.
    const otherTab = createSessionStore();
    otherTab.setState({ session: null });
    otherTab.setState({ session: { username: 'bob', authToken: 't2', isAdmin: false, mediaToken: 'm2' } });
    server.answer({ 'GET /random': problem(401, 'session_ended_elsewhere') });
    await act(async () => expect(call('random')).rejects.toMatchObject({ status: 401 }));
    expect(sessionStore.getState().session?.authToken).toBe('t2');
    expect(createSessionStore().getState().session?.username).toBe('bob');
  });

  it('tells about the first scan and about what is away', async () => {
    asUser('ann');
    server.answer({
      'GET /collection_status': {
        is_scanning: true,
        is_first_scan: true,
        song_count: 12,
        revision: 1,
        away_sources: ['Drive'],
      },
    });
    renderApp();
    expect(await screen.findByText('The first scan is running: 12 songs found so far.')).toBeTruthy();
    expect(screen.getByText(/Away right now: Drive/)).toBeTruthy();
  });

  it('tells calmly, on any screen, that an account needs to be linked again', async () => {
    asUser('ann');
    server.answer({
      'GET /scrobbling': [
        { id: 'lastfm', label: 'Last.fm', username: 'ann_fm', lapse: 'token_refused' },
        { id: 'listenbrainz', label: 'ListenBrainz', username: 'ann_lb', lapse: null },
      ],
    });
    renderApp();
    expect(await screen.findByText(/Last\.fm needs to be linked again/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Link again' });
    expect(link.getAttribute('href')).toContain('settings/preferences');
  });

  it('opens the sheet of shortcuts, but not while typing', async () => {
    asUser('ann');
    renderApp();
    await screen.findByRole('navigation', { name: 'Main' });
    const field = document.body.appendChild(document.createElement('input'));
    fireEvent.keyDown(field, { key: '?' });
    field.remove();
    expect(screen.queryByText('Keyboard shortcuts')).toBeNull();
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByText('Keyboard shortcuts')).toBeTruthy();
  });

  it('goes to the search field by /, and opens search and commands by Ctrl+K', async () => {
    asUser('ann');
    renderApp();
    await screen.findByRole('navigation', { name: 'Main' });
    fireEvent.keyDown(document.body, { key: '/' });
    const field = await screen.findByRole('searchbox');
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
    expect(await screen.findByRole('dialog', { name: 'Search and commands' })).toBeDefined();
  });

  it('leaves the keys alone when shortcuts are turned off', async () => {
    asUser('ann');
    setShortcuts(false);
    renderApp();
    await screen.findByRole('navigation', { name: 'Main' });
    fireEvent.keyDown(document.body, { key: '/' });
    expect(window.location.hash).toBe('#/browse');
  });

  it('moves the focus with the screen, and names the page after it', async () => {
    asUser('ann');
    renderApp();
    const link = await screen.findByRole('link', { name: 'Random' });
    link.focus();
    act(() => navigate('#/random'));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(document.title).toBe('Random · Tonearm');
    link.focus();
    act(() => navigate('#/settings/preferences'));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    const tab = await screen.findByRole('link', { name: 'Preferences' });
    tab.focus();
    act(() => navigate('#/settings/users'));
    expect(document.activeElement).toBe(tab);
  });

  it('says when it is offline, and when no longer', async () => {
    asUser('ann');
    renderApp();
    await screen.findByRole('navigation', { name: 'Main' });
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('You are offline. What is loaded keeps playing.')).toBeTruthy();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(/You are offline/)).toBeNull();
  });

  it('loads lists while the browser is offline, and those that failed when it no longer is', async () => {
    onTestFinished(() => onlineManager.setOnline(true));
    asUser('ann');
    server.answer({ 'GET /random': [] });
    renderApp();
    await screen.findByRole('navigation', { name: 'Main' });
    act(() => void window.dispatchEvent(new Event('offline')));
    act(() => navigate('#/random'));
    expect(await screen.findByText('There are no albums yet.')).toBeTruthy();
    server.answer({ 'GET /playlists': problem(400, 'internal'), 'GET /smart_lists': [] });
    act(() => navigate('#/playlists'));
    await screen.findByRole('alert');
    server.answer({ 'GET /playlists': [{ name: 'Sunday' }] });
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('link', { name: 'Sunday' })).toBeTruthy();
  });

  it('redirects again when somebody goes back before the redirect was seen', async () => {
    asUser('ann');
    renderApp();
    await screen.findByRole('navigation', { name: 'Main' });
    const backAndForth = () => {
      navigate('#/');
      navigate('#/browse', { replace: true });
      navigate('#/');
    };
    act(backAndForth);
    await waitFor(() => expect(window.location.hash).toBe('#/browse'));
  });

  it('opens the collection after setup', async () => {
    server.answer({
      'GET /initial_setup': { has_any_users: false },
      'GET /mount_dirs': [{ source: '/music', name: 'Music' }],
      'GET /users': [{ name: 'ann', is_admin: true }],
    });
    renderApp();
    const start = await screen.findByRole('button', { name: 'Sounds good' });
    asUser('ann', { isAdmin: true });
    server.answer({ 'GET /initial_setup': { has_any_users: true } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await act(() => vi.advanceTimersByTimeAsync(0));
    fireEvent.click(start);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    vi.useRealTimers();
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
    await waitFor(() => expect(window.location.hash).toBe('#/browse'));
  });
});
