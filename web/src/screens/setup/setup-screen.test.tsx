import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../storage/session-store.ts';
import { type FakeServer, fakeServer, problem } from '../../test-kit/fake-server.ts';
import { renderScreen } from '../../test-kit/render-screen.tsx';
import { SetupScreen } from './setup-screen.tsx';

let server: FakeServer;
let mountDirs: unknown[];
let users: unknown[];

beforeEach(() => {
  sessionStore.setState({ session: null });
  mountDirs = [];
  users = [];
  server = fakeServer({
    'GET /mount_dirs': () => mountDirs,
    'PUT /mount_dirs': ({ body }: { body: unknown[] }) => {
      mountDirs = body;
    },
    'GET /users': () => users,
    'POST /user': () => {
      users = [{ name: 'ann', is_admin: true }];
    },
    'POST /auth': { username: 'ann', token: 't', is_admin: true, media_token: 'm' },
    'GET /preferences': { lastfm_username: null, web_theme_base: null, web_theme_accent: null },
    'GET /initial_setup': { has_any_users: true },
    'GET /folders': { path: '/nope', parent: '/', state: 'missing', folders: [] },
  });
});

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });

async function toMount() {
  renderScreen(<SetupScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Sounds good' }));
  await screen.findByRole('heading', { name: 'Music Sources' });
}

describe('first-run setup', () => {
  it('asks for a music source in the words of the specification', async () => {
    await toMount();
    expect(
      screen.getByText(
        'Please indicate which directories Tonearm should scan to populate your collection. You can change this or add more directories later from the settings screen.',
      ),
    ).toBeTruthy();
    expect(screen.getByPlaceholderText('Local Drive Music')).toBe(screen.getByLabelText('Name'));
    expect(screen.getByLabelText<HTMLInputElement>('Location').placeholder).toMatch(/^C:\\/);
  });

  it('goes on only when location and name are filled in, and says what it waits for', async () => {
    await toMount();
    const waits = () => document.getElementById(next().getAttribute('aria-describedby') ?? '')?.textContent;
    expect([next().disabled, waits()]).toEqual([true, 'Say where your music is to go on.']);
    fill('Location', '/music');
    fill('Name', ' ');
    expect([next().disabled, waits()]).toEqual([true, 'Give this source a name to go on.']);
    fill('Name', 'Music');
    expect([next().disabled, waits()]).toEqual([false, '']);
    fill('Location', ' ');
    expect(next().disabled).toBe(true);
  });

  it.each([
    ['/srv/My music/', 'My music'],
    ['C:\\Users\\Me\\Songs', 'Songs'],
    ['/', ''],
    ['C:\\', ''],
  ])('suggests a name for %s until one is typed', async (location, suggested) => {
    await toMount();
    const name = screen.getByLabelText<HTMLInputElement>('Name');
    fill('Location', location);
    expect(name.value).toBe(suggested);
    fill('Name', 'Mine');
    fill('Location', '/elsewhere');
    expect(name.value).toBe('Mine');
  });

  it('says what an account still needs', async () => {
    mountDirs = [{ source: '/music', name: 'Music' }];
    renderScreen(<SetupScreen />);
    fireEvent.click(screen.getByRole('button', { name: 'Sounds good' }));
    await screen.findByRole('heading', { name: 'User Account' });
    const waits = () => document.getElementById(next().getAttribute('aria-describedby') ?? '')?.textContent;
    expect(waits()).toBe('Choose a username to go on.');
    fill('Username', 'ann');
    expect(waits()).toBe('Choose a password to go on.');
    fill('Password', 'secret');
    expect(waits()).toBe('Type the password once more to go on.');
    fill('Confirm password', 'secre');
    expect([next().disabled, waits()]).toEqual([true, 'Type the same password twice to go on.']);
    fill('Confirm password', 'secret');
    expect([next().disabled, waits()]).toEqual([false, '']);
  });

  it('saves the location that the server was asked about, and the name as it was typed', async () => {
    await toMount();
    fill('Location', ' /my music ');
    fill('Name', 'Music ');
    fireEvent.click(next());
    await screen.findByRole('heading', { name: 'User Account' });
    expect(mountDirs).toEqual([{ source: '/my music', name: 'Music ' }]);
  });

  it('does not take a draft for a music source', async () => {
    mountDirs = [{ source: '/music', name: ' ' }];
    await toMount();
    expect(next()).toBeTruthy();
  });

  it('says what the server finds at the location', async () => {
    await toMount();
    fill('Location', '/nope');
    expect(await screen.findByText('This folder does not exist on the server.')).toBeTruthy();
    expect(server.callsOf('GET /folders').at(-1)?.query.get('path')).toBe('/nope');
  });

  it('makes the first user, signs them in, and opens the collection after two seconds', async () => {
    await toMount();
    fill('Location', '/music');
    fill('Name', 'Music');
    fireEvent.click(next());
    await screen.findByRole('heading', { name: 'User Account' });
    expect(mountDirs).toEqual([{ source: '/music', name: 'Music' }]);
    expect(
      screen.getByText('Please choose a username and a password you would like to use to sign in'),
    ).toBeTruthy();

    fill('Username', 'ann');
    fill('Password', 'secret');
    fill('Confirm password', 'secre');
    expect(screen.getByText('The passwords do not match.')).toBeTruthy();
    expect(next().disabled).toBe(true);
    fill('Confirm password', 'secret');
    expect(screen.queryByText('The passwords do not match.')).toBeNull();

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(next());
    for (let turn = 0; turn < 20; turn += 1) await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('heading', { name: 'All set' })).toBeTruthy();
    expect(server.callsOf('POST /user')[0]?.body).toEqual({ name: 'ann', password: 'secret', admin: true });
    expect(sessionStore.getState().session?.username).toBe('ann');
    window.location.hash = '#/welcome';
    await act(() => vi.advanceTimersByTimeAsync(1_999));
    expect(window.location.hash).toBe('#/welcome');
    await act(() => vi.advanceTimersByTimeAsync(1));
    vi.useRealTimers();
    await waitFor(() => expect(window.location.hash).toBe('#/'));
  });

  it('starts where an earlier setup was left', async () => {
    mountDirs = [{ source: '/music', name: 'Music' }];
    renderScreen(<SetupScreen />);
    fireEvent.click(screen.getByRole('button', { name: 'Sounds good' }));
    expect(await screen.findByRole('heading', { name: 'User Account' })).toBeTruthy();
  });

  it('asks for the printed code when the server wants it', async () => {
    const guarded = ({ headers }: { headers: Headers }) =>
      headers.get('X-Setup-Code') === '4711' ? [] : problem(403, 'setup_code_required');
    server.answer({ 'GET /mount_dirs': guarded, 'GET /users': guarded });
    renderScreen(<SetupScreen />);
    await waitFor(() => expect(server.callsOf('GET /users')).toHaveLength(1));
    expect(screen.queryByLabelText('Setup code')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Sounds good' }));
    await screen.findByLabelText('Setup code');
    fill('Setup code', '1');
    fireEvent.click(next());
    expect(await screen.findByText('That is not the code the server printed.')).toBeTruthy();
    fill('Setup code', '4711');
    fireEvent.click(next());
    expect(await screen.findByRole('heading', { name: 'Music Sources' })).toBeTruthy();
  });

  it('shows why the server refused a source', async () => {
    await toMount();
    server.answer({ 'PUT /mount_dirs': problem(400, 'invalid_source', 'A name cannot hold a slash.') });
    fill('Location', '/music');
    fill('Name', 'a/b');
    fireEvent.click(next());
    expect(await screen.findByText('A name cannot hold a slash.')).toBeTruthy();
  });
});
