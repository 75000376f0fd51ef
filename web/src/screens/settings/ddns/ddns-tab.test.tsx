import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer, problem } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { DdnsTab } from './ddns-tab.tsx';

let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  server = fakeServer({
    'GET /ddns': { host: '', username: '', password: '' },
    'PUT /ddns': undefined,
    'GET /ddns_status': {
      is_configured: true,
      last_attempt_at: Math.floor(Date.now() / 1000) - 120,
      last_result: 'refused',
      last_message: 'The provider has trouble (status 503).',
      last_reason: 'provider_trouble',
      last_status: 503,
      address: null,
      next_attempt_at: null,
    },
  });
  asUser('ann', { isAdmin: true });
});

describe('dynamic DNS', () => {
  it('shows its form only after the configuration has loaded', async () => {
    renderScreen(<DdnsTab />);
    expect(screen.queryByLabelText('Hostname')).toBeNull();
    const hostname = await screen.findByLabelText<HTMLInputElement>('Hostname');
    expect(hostname.placeholder).toBe('yourname.ydns.eu');
    expect(screen.getByText('The URL pointing to your Tonearm server.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password');
    expect(screen.getAllByText(/Preferences > API/)).toHaveLength(2);
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://ydns.io');
  });

  it('saves all three when one has changed', async () => {
    renderScreen(<DdnsTab />);
    const hostname = await screen.findByLabelText('Hostname');
    fireEvent.blur(hostname);
    expect(server.callsOf('PUT /ddns')).toHaveLength(0);
    fireEvent.change(hostname, { target: { value: 'me.ydns.eu' } });
    fireEvent.blur(hostname);
    await waitFor(() =>
      expect(server.callsOf('PUT /ddns')[0]?.body).toEqual({
        host: 'me.ydns.eu',
        username: '',
        password: '',
      }),
    );
  });

  it('tells how the last update went', async () => {
    renderScreen(<DdnsTab />);
    expect(await screen.findByText('The provider refused the update 2 minutes ago.')).toBeTruthy();
    expect(screen.getByText('The provider has trouble (status 503).')).toBeTruthy();
  });

  it('says that it could not be loaded, and tries again', async () => {
    server.answer({ 'GET /ddns': problem(500, 'internal') });
    renderScreen(<DdnsTab />);
    expect(await screen.findByText('The settings could not be loaded.')).toBeTruthy();
    server.answer({ 'GET /ddns': { host: 'h', username: 'u', password: 'p' } });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Hostname')).value).toBe('h');
  });
});
