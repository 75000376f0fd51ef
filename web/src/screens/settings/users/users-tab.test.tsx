import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer, problem, type SeenCall } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { UsersTab } from './users-tab.tsx';

let server: FakeServer;
let users: { name: string; is_admin: boolean }[];

beforeEach(async () => {
  users = [
    { name: 'ann', is_admin: true },
    { name: 'bob', is_admin: false },
  ];
  server = fakeServer({
    'GET /users': () => users,
    'POST /user': ({ body }: SeenCall) => {
      users.push({ name: (body as { name: string }).name, is_admin: false });
    },
    'PUT /user/bob': undefined,
    'DELETE /user/bob': () => {
      users = users.slice(0, 1);
    },
  });
  asUser('ann', { isAdmin: true });
  renderScreen(<UsersTab />);
  await screen.findByText('bob');
});

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the users', () => {
  it('cannot take their own rights or account away', () => {
    expect(screen.getByLabelText<HTMLInputElement>('Administrator: ann').disabled).toBe(true);
    expect(button('Delete ann').disabled).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Administrator: bob').disabled).toBe(false);
    expect(screen.getAllByText('Grants access to all settings.')).toHaveLength(2);
  });

  it('get and lose the administrator flag', async () => {
    fireEvent.click(screen.getByLabelText('Administrator: bob'));
    await waitFor(() => expect(server.callsOf('PUT /user/bob')[0]?.body).toEqual({ new_is_admin: true }));
  });

  it('have the administrator box stay as it was put, and go back when the server refuses', async () => {
    let refuse = (_: unknown): void => {};
    server.answer({ 'PUT /user/bob': () => new Promise((resolve) => (refuse = resolve)) });
    const box = () => screen.getByLabelText<HTMLInputElement>('Administrator: bob');
    fireEvent.click(box());
    await waitFor(() => expect(server.callsOf('PUT /user/bob')).toHaveLength(1));
    expect(box().checked).toBe(true);
    refuse(problem(409, 'last_administrator'));
    await waitFor(() => expect(box().checked).toBe(false));
    expect(screen.getAllByRole('alert').some((alert) => alert.textContent !== '')).toBe(true);
  });

  it('are deleted after a question', async () => {
    click('Delete bob');
    expect(server.callsOf('DELETE /user/bob')).toHaveLength(0);
    fireEvent.click(within(screen.getByRole('dialog', { hidden: true })).getByText('Delete'));
    await waitFor(() => expect(screen.queryByText('bob')).toBeNull());
  });

  it('are made without rights, when name and password are usable', async () => {
    click('Create user');
    expect(button('Create user').disabled).toBe(true);
    fill('Username', 'bob');
    fill('Password', 'secret');
    expect(button('Create user').disabled).toBe(true);
    expect(screen.getByText('There is a user of this name already.')).toBeTruthy();
    fill('Username', 'cem');
    expect(button('Create user').disabled).toBe(false);
    fill('Password', '');
    expect(screen.getByText('The password cannot be blank.')).toBeTruthy();
    expect(button('Create user').disabled).toBe(true);
    fill('Password', 'secret');
    click('Create user');
    expect(await screen.findByText('cem')).toBeTruthy();
    expect(server.callsOf('POST /user')[0]?.body).toEqual({ name: 'cem', password: 'secret', admin: false });
    expect(screen.queryByLabelText('Username')).toBeNull();
    expect(document.activeElement).toBe(button('Create user'));
  });

  it('need not be made after all; the focus goes back to the button', () => {
    click('Create user');
    button('Cancel').focus();
    click('Cancel');
    expect(document.activeElement).toBe(button('Create user'));
  });

  it('tell why one could not be made', async () => {
    server.answer({ 'POST /user': problem(409, 'username_taken', 'Somebody has that name.') });
    click('Create user');
    fill('Username', 'cem');
    fill('Password', 'secret');
    click('Create user');
    expect(await screen.findByText('Somebody has that name.')).toBeTruthy();
    expect(screen.getByLabelText('Username')).toBeTruthy();
  });

  it('get a new password; the button tells, and two seconds later the form is closed', async () => {
    click('Change password of bob');
    expect(button('OK').disabled).toBe(true);
    fill('New password of bob', 'secret');
    let finish = (_: unknown) => {};
    server.answer({
      'PUT /user/bob': () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    click('OK');
    expect(button('Saving…').disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(0));
    finish(undefined);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(button('Got it!')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1_999));
    expect(button('Got it!')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.queryByLabelText('New password of bob')).toBeNull();
    expect(document.activeElement).toBe(button('Change password of bob'));
    click('Change password of bob');
    expect(screen.getByLabelText<HTMLInputElement>('New password of bob').value).toBe('');
  });

  it('keep their password when it is cancelled; the focus goes back to the button', () => {
    click('Change password of bob');
    fill('New password of bob', 'secret');
    button('Cancel').focus();
    click('Cancel');
    expect(screen.queryByLabelText('New password of bob')).toBeNull();
    expect(document.activeElement).toBe(button('Change password of bob'));
    expect(server.callsOf('PUT /user/bob')).toHaveLength(0);
  });

  it('keep a form that was opened while an earlier one was still at work', async () => {
    let finish = (_: unknown): void => {};
    server.answer({ 'PUT /user/bob': () => new Promise((resolve) => (finish = resolve)) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    click('Change password of bob');
    fill('New password of bob', 'secret');
    click('OK');
    click('Change password of bob');
    click('Change password of bob');
    fill('New password of bob', 'other');
    await act(() => vi.advanceTimersByTimeAsync(0));
    finish(undefined);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(screen.getByLabelText<HTMLInputElement>('New password of bob').value).toBe('other');
  });

  it('keep the focus elsewhere when the form of a new password closes', async () => {
    click('Change password of bob');
    fill('New password of bob', 'secret');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    click('OK');
    button('Delete bob').focus();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByLabelText('New password of bob')).toBeNull();
    expect(document.activeElement).toBe(button('Delete bob'));
  });

  it('are told when the password could not be changed', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.answer({ 'PUT /user/bob': problem(500, 'internal') });
    click('Change password of bob');
    fill('New password of bob', 'secret');
    click('OK');
    expect(await screen.findByRole('button', { name: 'Error :(' })).toBeTruthy();
    expect(log).toHaveBeenCalledOnce();
  });
});
