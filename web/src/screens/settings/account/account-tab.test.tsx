import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer, problem } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { AccountTab } from './account-tab.tsx';

let server: FakeServer;
let sessions: { id: number; client: string; is_current: boolean; created_at: number; last_used_at: number }[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const hourAgo = Math.floor(Date.now() / 1000) - 3_600;
  const times = { created_at: hourAgo - 86_400, last_used_at: hourAgo };
  sessions = [
    { ...times, id: 1, client: 'Firefox on Linux', is_current: true },
    { ...times, id: 2, client: 'Phone', is_current: false },
    { ...times, id: 3, client: 'Radio/1', is_current: false },
  ];
  server = fakeServer({
    'GET /sessions': () => sessions,
    'DELETE /session/2': () => {
      sessions = sessions.filter(({ id }) => id !== 2);
    },
    'DELETE /sessions': () => {
      sessions = sessions.slice(0, 1);
    },
    'PUT /password': undefined,
  });
  asUser('ann');
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const openForm = (current = 'old', wanted = 'new', confirmation = wanted) => {
  fireEvent.click(button('Change password'));
  fill('Current password', current);
  fill('New password', wanted);
  fill('Confirm new password', confirmation);
};

describe('the own password', () => {
  it('is changed by who knows it, and ends the other sessions unless told not to', async () => {
    renderScreen(<AccountTab />);
    openForm();
    fireEvent.click(button('Save password'));
    await screen.findByText('Your password was changed.', { selector: '[role=status]' });
    openForm('new', 'newer');
    fireEvent.click(screen.getByLabelText('Sign out everywhere else'));
    fireEvent.click(screen.getByLabelText('Keep the passwords of my apps'));
    fireEvent.click(button('Save password'));
    await waitFor(() =>
      expect(server.callsOf('PUT /password').map(({ body }) => body)).toEqual([
        { current_password: 'old', new_password: 'new', end_other_sessions: true, keep_apps: false },
        { current_password: 'new', new_password: 'newer', end_other_sessions: false, keep_apps: true },
      ]),
    );
  });

  it('waits for both new ones to be the same', () => {
    renderScreen(<AccountTab />);
    openForm('old', 'new', 'now');
    expect(screen.getByText('The passwords do not match.')).toBeTruthy();
    expect(button('Save password').disabled).toBe(true);
    fill('Confirm new password', 'new');
    expect(button('Save password').disabled).toBe(false);
    fill('Current password', '');
    expect(button('Save password').disabled).toBe(true);
  });

  it('stays when the current one is wrong: the field says so and has the keyboard', async () => {
    server.answer({ 'PUT /password': problem(403, 'wrong_password', 'No.') });
    renderScreen(<AccountTab />);
    openForm();
    fireEvent.click(button('Save password'));
    expect(await screen.findByText('This is not your current password.')).toBeTruthy();
    const field = screen.getByLabelText('Current password');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    fill('Current password', 'older');
    expect(field.getAttribute('aria-invalid')).toBe('false');
  });

  it('tells what else kept it from being saved', async () => {
    server.answer({ 'PUT /password': problem(429, 'too_many_attempts', 'Come again in a minute.') });
    renderScreen(<AccountTab />);
    openForm();
    fireEvent.click(button('Save password'));
    expect(await screen.findByText('Come again in a minute.')).toBeTruthy();
    expect(button('Save password').disabled).toBe(false);
  });

  it('need not be changed after all; the focus goes back to the button', () => {
    renderScreen(<AccountTab />);
    openForm();
    fireEvent.click(button('Cancel'));
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(document.activeElement).toBe(button('Change password'));
    expect(server.callsOf('PUT /password')).toHaveLength(0);
  });
});

describe('the sessions', () => {
  it('are shown with this one marked, and sign out elsewhere, not here', async () => {
    renderScreen(<AccountTab />);
    expect(await screen.findByText('This browser')).toBeTruthy();
    expect(screen.getAllByText(/^Last used 1 hour ago · Signed in yesterday$/)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull();
    const phone = button('Sign out Phone');
    phone.focus();
    fireEvent.click(phone);
    await waitFor(() => expect(phone.isConnected).toBe(false));
    expect(document.activeElement?.textContent).toBe('Phone is signed out.');
    expect(server.callsOf('DELETE /session/2')).toHaveLength(1);
  });

  it('are signed out all but this one, after a question', async () => {
    renderScreen(<AccountTab />);
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out all others' }));
    expect(server.callsOf('DELETE /sessions')).toHaveLength(0);
    const dialog = screen.getByRole('dialog', { hidden: true });
    expect(within(dialog).getByText(/^Sign out 2 other sessions\?/)).toBeTruthy();
    fireEvent.click(within(dialog).getByText('Sign out all others', { selector: 'button span' }));
    await waitFor(() => expect(screen.queryByText('Phone')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Every other session is signed out.');
  });

  it('that cannot be listed can be asked for again', async () => {
    server.answer({ 'GET /sessions': problem(500, 'internal') });
    renderScreen(<AccountTab />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.answer({ 'GET /sessions': () => sessions });
    fireEvent.click(again);
    expect(await screen.findByText('This browser')).toBeTruthy();
  });
});
