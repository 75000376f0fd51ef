import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ListedApp, Settings } from '@tonearm/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer, problem, type SeenCall } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { AppsTab } from './apps-tab.tsx';
import { groupedSecret, serverAddress } from './server-address.ts';

let server: FakeServer;
let access: Partial<Settings>;
let apps: ListedApp[];
const secret = 'abcde12345fghjk67890';

const phone: ListedApp = {
  id: 7,
  name: 'Phone',
  created_at: 0,
  last_used_at: null,
  last_client: null,
  may_administer: false,
  max_bit_rate: 192,
  needs_renewal: false,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const hourAgo = Math.floor(Date.now() / 1000) - 3_600;
  apps = [{ ...phone, created_at: hourAgo, last_used_at: hourAgo, last_client: 'Symfonium' }];
  access = {
    subsonic_enabled: true,
    subsonic_schemes: ['key', 'plain', 'hex', 'token'],
    subsonic_downloads: true,
  };
  server = fakeServer({
    'GET /apps': () => apps,
    'GET /settings': () => access,
    'PUT /settings': ({ body }: SeenCall) => void Object.assign(access, body),
    'POST /apps': () => {
      const made = { ...phone, id: 8, name: 'Car', max_bit_rate: null };
      apps = [made, ...apps];
      return { ...made, secret, username: 'ann' };
    },
    'DELETE /apps/7': () => {
      apps = apps.filter(({ id }) => id !== 7);
    },
  });
  asUser('ann');
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('lists apps with what they are called, when they were used and what they may', async () => {
  renderScreen(<AppsTab />);
  const row = within(await screen.findByRole('list', { name: 'Apps' })).getByRole('listitem');
  expect(row.textContent).toContain('Phone');
  expect(row.textContent).toContain('Last used 1 hour ago by Symfonium · At most 192 kbit/s');
  apps = [{ ...phone, needs_renewal: true, may_administer: true }];
  server.answer({ 'GET /apps': apps });
});

it('makes a password, shows it once with all that is to be typed, and takes it with separators', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator) as Navigator, { clipboard: { writeText } }),
  );
  renderScreen(<AppsTab />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add app' }));
  expect(button('Make password').disabled).toBe(true);
  expect(screen.queryByLabelText('May administer')).toBeNull();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Car' } });
  fireEvent.change(screen.getByLabelText('Sound the app is told to ask for'), { target: { value: '128' } });
  fireEvent.click(button('Make password'));
  expect(await screen.findByText('abcde-12345-fghjk-67890')).toBeTruthy();
  expect(screen.getByText('ann')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'The same for a camera' })).toBeTruthy();
  expect(server.callsOf('POST /apps')[0]?.body).toEqual({
    name: 'Car',
    may_administer: false,
    max_bit_rate: 128,
  });
  fireEvent.click(button('Copy password'));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(secret));
  fireEvent.click(button('Done'));
  expect(screen.queryByText('abcde-12345-fghjk-67890')).toBeNull();
  vi.unstubAllGlobals();
});

it('lets administrators give an app their rights', async () => {
  asUser('ann', { isAdmin: true });
  renderScreen(<AppsTab />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add app' }));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Desk' } });
  fireEvent.click(screen.getByLabelText('May administer'));
  fireEvent.click(button('Make password'));
  await waitFor(() =>
    expect(server.callsOf('POST /apps')[0]?.body).toEqual({
      name: 'Desk',
      may_administer: true,
      max_bit_rate: null,
    }),
  );
});

it('lets administrators say what apps may do at all, and nobody else', async () => {
  renderScreen(<AppsTab />);
  await screen.findByRole('list', { name: 'Apps' });
  expect(screen.queryByRole('region', { name: 'What apps may do here' })).toBeNull();
  cleanup();
  asUser('ann', { isAdmin: true });
  renderScreen(<AppsTab />);
  const part = within(await screen.findByRole('region', { name: 'What apps may do here' }));
  fireEvent.click(await part.findByLabelText('By the password as it is'));
  await waitFor(() => expect(access.subsonic_schemes).toEqual(['key', 'hex', 'token']));
  fireEvent.click(part.getByLabelText(/may keep songs/));
  await waitFor(() => expect(access.subsonic_downloads).toBe(false));
  fireEvent.click(part.getByLabelText('Apps that speak Subsonic are answered'));
  await waitFor(() => expect(part.getByLabelText(/may keep songs/)).toHaveProperty('disabled', true));
  expect(access.subsonic_enabled).toBe(false);
});

it('says why what apps may do was not saved', async () => {
  asUser('ann', { isAdmin: true });
  server.answer({
    'PUT /settings': problem(400, 'invalid_request', 'Apps need one way to sign in at least.'),
  });
  renderScreen(<AppsTab />);
  const part = within(await screen.findByRole('region', { name: 'What apps may do here' }));
  fireEvent.click(await part.findByLabelText('By a key'));
  await waitFor(() => expect(part.getByRole('alert').textContent).not.toBe(''));
});

it('takes an app its password away when asked twice, and says so when there are none', async () => {
  renderScreen(<AppsTab />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Phone' }));
  expect(server.callsOf('DELETE /apps/7')).toHaveLength(0);
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/^No apps yet/)).toBeTruthy();
  expect(server.callsOf('DELETE /apps/7')).toHaveLength(1);
});

it('says why a password could not be made', async () => {
  server.answer({ 'POST /apps': problem(400, 'invalid_request', 'You have 50 apps. Remove one first.') });
  renderScreen(<AppsTab />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add app' }));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Car' } });
  fireEvent.click(button('Make password'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
});

it('tells the address with the folder that serves the page', () => {
  expect(serverAddress('https://music.example/tone/')).toBe('https://music.example/tone');
  expect(serverAddress('http://localhost:5050/')).toBe('http://localhost:5050');
  expect(groupedSecret('abcdefgh')).toBe('abcde-fgh');
});
