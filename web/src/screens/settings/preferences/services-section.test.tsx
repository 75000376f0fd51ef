import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferencesStore } from '../../../api/preferences.ts';
import { startThemePainter } from '../../../app/theme-painter.ts';
import type { FakeServer } from '../../../test-kit/fake-server.ts';
import { renderScreen } from '../../../test-kit/render-screen.tsx';
import { PreferencesTab } from './preferences-tab.tsx';
import { fakePreferencesServer, lastfm, token } from './test-preferences.ts';

let server: FakeServer;

beforeEach(() => {
  server = fakePreferencesServer();
  return startThemePainter();
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
