import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startThemePainter } from '../../../app/theme-painter.ts';
import type { FakeServer } from '../../../test-kit/fake-server.ts';
import { renderScreen } from '../../../test-kit/render-screen.tsx';
import { PreferencesTab } from './preferences-tab.tsx';
import { fakePreferencesServer, lastfm } from './test-preferences.ts';

let server: FakeServer;

beforeEach(() => {
  server = fakePreferencesServer();
  return startThemePainter();
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
