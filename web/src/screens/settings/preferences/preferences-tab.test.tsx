import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { themes } from '@tonearm/contract/themes';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferencesStore } from '../../../api/preferences.ts';
import { startThemePainter } from '../../../app/theme-painter.ts';
import { areShortcutsOn } from '../../../storage/shortcut-setting.ts';
import { type FakeServer, fakeServer, problem } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { themeStore } from '../../../theme/theme-store.ts';
import { PreferencesTab } from './preferences-tab.tsx';

let server: FakeServer;
let stopPainter: () => void;
const lastfm = {
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

beforeEach(() => {
  themeStore.setState({ preview: null, followsSystem: false });
  server = fakeServer({
    'PUT /preferences': undefined,
    'GET /preferences': { lastfm_username: null, web_theme_base: null, web_theme_accent: null },
    'GET /scrobbling': [lastfm],
    'GET /scrobbling/outbox': [],
    'GET /version': { major: 7, minor: 0, server: { name: 'Tonearm', version: '1.2.3' } },
  });
  asUser('ann');
  preferencesStore.setState({ themeBase: null, themeAccent: null, isLoaded: true });
  stopPainter = startThemePainter();
  return () => stopPainter();
});

const token = (name: string) => document.documentElement.style.getPropertyValue(name);
const saved = () => server.callsOf('PUT /preferences').map(({ body }) => body);

describe('the theme', () => {
  it('lists its bases by name, and the system after them', () => {
    renderScreen(<PreferencesTab />);
    const options = [...screen.getByLabelText<HTMLSelectElement>('Mode').options].map(({ text }) => text);
    const names = Object.values(themes).map(({ name }) => name);
    expect(options).toEqual([...names.sort(), 'Follow the system (light or dark)']);
    expect(screen.getByLabelText<HTMLSelectElement>('Mode').value).toBe('light');
  });

  it('shows and saves a base that is chosen', async () => {
    renderScreen(<PreferencesTab />);
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'dark' } });
    expect(token('--background')).toBe('#222222');
    await waitFor(() => expect(saved()).toEqual([{ web_theme_base: 'dark', web_theme_accent: null }]));
  });

  it('tries an accent out while the picker moves, and saves nothing', () => {
    renderScreen(<PreferencesTab />);
    fireEvent.input(screen.getByLabelText('Color'), { target: { value: '#ff0000' } });
    expect(token('--accent')).toBe('#ff0000');
    fireEvent.blur(screen.getByLabelText('Color'));
    expect(token('--accent')).toBe('#44c8f1');
    fireEvent.pointerEnter(screen.getByRole('button', { name: 'Color #f2a33a' }));
    expect(token('--accent')).toBe('#f2a33a');
    fireEvent.pointerLeave(screen.getByRole('button', { name: 'Color #f2a33a' }));
    expect(token('--accent')).toBe('#44c8f1');
    expect(saved()).toEqual([]);
    expect(JSON.parse(localStorage.getItem('tonearm.theme') ?? '{}').accent).toBe('#44C8F1');
  });

  it('saves an accent that is chosen', async () => {
    renderScreen(<PreferencesTab />);
    const picker = screen.getByLabelText<HTMLInputElement>('Color');
    picker.value = '#00ff00';
    act(() => void picker.dispatchEvent(new Event('change', { bubbles: true })));
    await waitFor(() => expect(saved()).toEqual([{ web_theme_base: null, web_theme_accent: '#00ff00' }]));
    expect(token('--accent')).toBe('#00ff00');
  });

  it('keeps the focus at the picker when its accent is saved, and shows one that comes from elsewhere', async () => {
    renderScreen(<PreferencesTab />);
    const picker = screen.getByLabelText<HTMLInputElement>('Color');
    picker.focus();
    picker.value = '#00ff00';
    act(() => void picker.dispatchEvent(new Event('change', { bubbles: true })));
    await waitFor(() => expect(preferencesStore.getState().themeAccent).toBe('#00ff00'));
    expect(document.activeElement).toBe(picker);
    act(() => preferencesStore.setState({ themeAccent: '#FF0000' }));
    expect(picker.value).toBe('#ff0000');
  });

  it('goes back to the defaults', async () => {
    preferencesStore.setState({ themeBase: 'brown', themeAccent: '#ff0000' });
    renderScreen(<PreferencesTab />);
    fireEvent.click(screen.getByRole('button', { name: 'Reset the theme' }));
    await waitFor(() => expect(saved()).toEqual([{ web_theme_base: 'light', web_theme_accent: '#44C8F1' }]));
    expect(token('--background')).toBe('#ffffff');
  });

  it('follows the system in this browser when asked to, without telling the server', () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    renderScreen(<PreferencesTab />);
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'system' } });
    expect(token('--background')).toBe('#222222');
    expect(saved()).toEqual([]);
  });

  it('follows another tab', () => {
    const newValue = JSON.stringify({ base: 'blue', accent: '#ff0000', scheme: 'dark', tokens: {} });
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'tonearm.theme', newValue })));
    expect(token('--background')).toBe('#171a22');
    expect(token('--accent')).toBe('#ff0000');
  });
});

describe('Last.fm', () => {
  it('is linked in a window of the service, which closes when the link stands', async () => {
    const popup = { location: { href: '' }, close: vi.fn() };
    vi.stubGlobal('open', () => popup);
    server.answer({ 'GET /lastfm/link_token': { value: 'link token' } });
    renderScreen(<PreferencesTab />);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Link Last.fm account' });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    await waitFor(() => expect(popup.location.href).not.toBe(''));
    const address = new URL(popup.location.href);
    expect(address.origin + address.pathname).toBe('https://www.last.fm/api/auth/');
    const callback = new URL(address.searchParams.get('cb') ?? '');
    expect(callback.pathname).toBe('/api/scrobbling/link/lastfm');
    expect(callback.searchParams.get('auth_token')).toBe('link token');
    expect(callback.searchParams.has('content')).toBe(true);

    server.answer({ 'GET /scrobbling': [{ ...lastfm, username: 'ann_fm' }] });
    const message = (data: string, origin: string) =>
      window.dispatchEvent(new MessageEvent('message', { data, origin }));
    message('polaris-lastfm-auth-success', 'https://evil.example');
    expect(popup.close).not.toHaveBeenCalled();
    message('polaris-lastfm-auth-success', window.location.origin);
    expect(popup.close).toHaveBeenCalledOnce();
    expect(await screen.findByText(/You are scrobbling music as/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'ann_fm' })).toBeTruthy();
  });

  it('is shown as linked when the link came to stand while the settings were left', async () => {
    const first = renderScreen(<PreferencesTab />);
    await screen.findByRole('button', { name: 'Link Last.fm account' });
    first.unmount();
    server.answer({
      'GET /scrobbling': [{ ...lastfm, username: 'ann_fm' }],
      'GET /preferences': { lastfm_username: 'ann_fm', web_theme_base: 'dark', web_theme_accent: null },
    });
    renderScreen(<PreferencesTab />);
    expect(await screen.findByRole('link', { name: 'ann_fm' })).toBeTruthy();
    expect(token('--background')).toBe('#222222');
  });

  it('is looked up without undoing a theme that is chosen meanwhile', async () => {
    let answer = (_: unknown): void => {};
    preferencesStore.setState({ isLoaded: false });
    server.answer({ 'GET /preferences': () => new Promise((resolve) => (answer = resolve)) });
    renderScreen(<PreferencesTab />);
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'dark' } });
    answer({ lastfm_username: 'ann_fm', web_theme_base: 'light', web_theme_accent: null });
    await waitFor(() => expect(preferencesStore.getState().isLoaded).toBe(true));
    expect(token('--background')).toBe('#222222');
  });

  it('says so when the browser blocks the window', async () => {
    vi.stubGlobal('open', () => null);
    renderScreen(<PreferencesTab />);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Link Last.fm account' });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    expect(await screen.findByText(/blocked the window/)).toBeTruthy();
  });

  it('says that it needs to be linked again, and does so', async () => {
    const popup = { location: { href: '' }, close: vi.fn() };
    vi.stubGlobal('open', () => popup);
    server.answer({
      'GET /scrobbling': [{ ...lastfm, username: 'ann_fm', lapse: 'token_refused' }],
      'GET /preferences': { lastfm_username: 'ann_fm', web_theme_base: null, web_theme_accent: null },
      'GET /lastfm/link_token': { value: 'link token' },
    });
    renderScreen(<PreferencesTab />);
    expect(await screen.findByText(/Last\.fm no longer accepts.*kept for 14 days/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Unlink Last.fm account' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Link Last.fm again' }));
    await waitFor(() => expect(popup.location.href).not.toBe(''));
  });

  it('is unlinked', async () => {
    let username: string | null = 'ann_fm';
    server.answer({
      'GET /scrobbling': () => [{ ...lastfm, username }],
      'DELETE /scrobbling/link/lastfm': () => {
        username = null;
      },
    });
    renderScreen(<PreferencesTab />);
    fireEvent.click(await screen.findByRole('button', { name: 'Unlink Last.fm account' }));
    expect(await screen.findByRole('button', { name: 'Link Last.fm account' })).toBeTruthy();
  });
});

describe('ListenBrainz', () => {
  it('is linked by its token', async () => {
    server.answer({
      'GET /scrobbling': [
        lastfm,
        { ...lastfm, id: 'listenbrainz', label: 'ListenBrainz', linked_by: 'token', authorize_url: null },
      ],
      'PUT /scrobbling/link/listenbrainz': undefined,
    });
    renderScreen(<PreferencesTab />);
    fireEvent.change(await screen.findByLabelText('User token'), { target: { value: ' abc ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Link ListenBrainz account' }));
    await waitFor(() =>
      expect(server.callsOf('PUT /scrobbling/link/listenbrainz')[0]?.body).toEqual({ token: 'abc' }),
    );
  });
});

describe('ListenBrainz that needs to be linked again', () => {
  it('says so, keeps its name, and takes a token', async () => {
    const lapsed = {
      ...lastfm,
      id: 'listenbrainz',
      label: 'ListenBrainz',
      linked_by: 'token',
      username: 'ann_lb',
      lapse: 'token_refused',
    };
    server.answer({ 'GET /scrobbling': [lastfm, lapsed], 'PUT /scrobbling/link/listenbrainz': undefined });
    renderScreen(<PreferencesTab />);
    expect(await screen.findByText(/ListenBrainz no longer accepts/)).toBeTruthy();
    expect(screen.getByText(/ann_lb/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('User token'), { target: { value: 'abc' } });
    fireEvent.click(screen.getByRole('button', { name: 'Link ListenBrainz again' }));
    await waitFor(() => expect(server.callsOf('PUT /scrobbling/link/listenbrainz')).toHaveLength(1));
  });
});

describe('what is on its way', () => {
  it('asks whether plays of another account belong to this one', async () => {
    const entry = { service: 'lastfm', artist: 'Ann', played_at: 1, attempts: 0, next_attempt_at: null };
    server.answer({
      'GET /scrobbling': [{ ...lastfm, username: 'new_fm', waiting: 1, waiting_elsewhere: 1 }],
      'GET /scrobbling/outbox': [
        { ...entry, id: 4, title: 'Rain', refusal: null, state: 'other_account', account: 'old_fm' },
      ],
      'POST /scrobbling/adopt': undefined,
    });
    renderScreen(<PreferencesTab />);
    expect(await screen.findByText('Waits for another account')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Send them to new_fm at Last.fm' }));
    await waitFor(() =>
      expect(server.callsOf('POST /scrobbling/adopt')[0]?.body).toEqual({ service: 'lastfm' }),
    );
  });

  it('is tried again or given up', async () => {
    const entry = { service: 'lastfm', artist: 'Ann', played_at: 1, attempts: 2, next_attempt_at: null };
    server.answer({
      'GET /scrobbling': [{ ...lastfm, waiting: 1, refused: 1 }],
      'GET /scrobbling/outbox': [
        { ...entry, id: 4, title: 'Rain', refusal: null },
        { ...entry, id: 5, title: 'Sun', refusal: 'Old.', refusal_code: 'not_taken', refusal_number: 6 },
        { ...entry, id: 6, title: 'Wind', refusal: 'A newer word.', refusal_code: 'newer' },
      ],
      'POST /scrobbling/outbox/retry/5': undefined,
      'DELETE /scrobbling/outbox/4': undefined,
    });
    renderScreen(<PreferencesTab />);
    expect(await screen.findByText('Refused: the service does not take this play (error 6)')).toBeTruthy();
    expect(screen.getByText('A newer word.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry Sun' }));
    fireEvent.click(screen.getByRole('button', { name: 'Discard Rain' }));
    await waitFor(() => expect(server.callsOf('POST /scrobbling/outbox/retry/5')).toHaveLength(1));
    expect(server.callsOf('DELETE /scrobbling/outbox/4')).toHaveLength(1);
  });

  it('is gone with the last that is given up, but not the focus', async () => {
    const entry = { service: 'lastfm', artist: 'Ann', played_at: 1, attempts: 2, next_attempt_at: null };
    let entries = [{ ...entry, id: 4, title: 'Rain', refusal: null }];
    server.answer({
      'GET /scrobbling/outbox': () => entries,
      'DELETE /scrobbling/outbox/4': () => {
        entries = [];
      },
    });
    renderScreen(<PreferencesTab />);
    const discard = await screen.findByRole('button', { name: 'Discard Rain' });
    discard.focus();
    fireEvent.click(discard);
    await waitFor(() => expect(discard.isConnected).toBe(false));
    expect(document.activeElement?.textContent).toBe('Rain was discarded.');
  });

  it('keeps the focus when a play goes by itself, and gives it to nobody who did not have it', async () => {
    const entry = { service: 'lastfm', artist: 'Ann', played_at: 1, attempts: 2, next_attempt_at: null };
    let entries = ['Rain', 'Sun', 'Wind'].map((title, id) => ({ ...entry, id, title, refusal: null }));
    server.answer({ 'GET /scrobbling/outbox': () => entries });
    const { queries } = renderScreen(<PreferencesTab />);
    const sendFirst = async () => {
      const gone = await screen.findByRole('button', { name: `Retry ${entries[0]?.title}` });
      entries = entries.slice(1);
      await act(() => queries.invalidateQueries({ queryKey: ['outbox'] }));
      await waitFor(() => expect(gone.isConnected).toBe(false));
    };
    const elsewhere = await screen.findByRole('button', { name: 'Discard Wind' });
    elsewhere.focus();
    await sendFirst();
    expect(document.activeElement).toBe(elsewhere);
    screen.getByRole('button', { name: 'Retry Sun' }).focus();
    await sendFirst();
    expect(document.activeElement).not.toBe(document.body);
    // The next Tab leads to what is left.
    const section = screen.getByRole('region', { name: 'Plays on their way' });
    const { DOCUMENT_POSITION_FOLLOWING } = Node;
    const order = document.activeElement?.compareDocumentPosition(section) ?? 0;
    expect(order & DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});

describe('shortcuts', () => {
  it('turns the keyboard shortcuts off and on', () => {
    renderScreen(<PreferencesTab />);
    const box = screen.getByLabelText<HTMLInputElement>('Keyboard shortcuts');
    expect(box.checked).toBe(true);
    fireEvent.click(box);
    expect(areShortcutsOn()).toBe(false);
    expect(box.checked).toBe(false);
    fireEvent.click(box);
    expect(areShortcutsOn()).toBe(true);
  });
});

describe('about the product', () => {
  it('tells its version, and where its calls are described', async () => {
    renderScreen(<PreferencesTab />);
    expect(await screen.findByText('Tonearm 1.2.3')).toBeTruthy();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^The calls of this server/ });
    expect(link.href).toBe(new URL('api-docs', document.baseURI).href);
  });

  it('stands without its version while the server cannot be asked', async () => {
    server.answer({ 'GET /version': problem(503, 'unavailable') });
    renderScreen(<PreferencesTab />);
    await waitFor(() => expect(server.callsOf('GET /version')).toHaveLength(1));
    expect(screen.getByRole('heading', { name: 'About' })).toBeTruthy();
    expect(screen.queryByText(/^Tonearm \d/)).toBeNull();
  });
});
