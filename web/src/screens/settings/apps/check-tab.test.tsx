import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type AppCheck, appFindings, checkedApps } from '@tonearm/contract';
import { beforeEach, expect, it } from 'vitest';
import { type FakeServer, fakeServer, problem } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { settingsTexts } from '../../../texts/settings.ts';
import { SettingsScreen } from '../settings-screen.tsx';

let server: FakeServer;
const answer: AppCheck = { app: 'strawberry', ways: [], findings: [] };

beforeEach(() => {
  server = fakeServer({ 'POST /app_check': answer, 'GET /apps': [], 'GET /settings': {} });
  asUser('ann', { isAdmin: true });
});

const tryIt = async () => fireEvent.click(await screen.findByRole('button', { name: 'Try' }));

it('tries an app at the address of the page, or another', async () => {
  renderScreen(<SettingsScreen tab="check" />);
  const address = await screen.findByLabelText<HTMLInputElement>('Address');
  expect(address.value).toBe(document.baseURI.replace(/\/$/, ''));
  fireEvent.change(screen.getByLabelText('App'), { target: { value: 'strawberry' } });
  fireEvent.change(address, { target: { value: 'https://music.example' } });
  await tryIt();
  expect(await screen.findByText('Nothing that would keep Strawberry from working was found.')).toBeTruthy();
  expect(server.callsOf('POST /app_check')[0]?.body).toEqual({
    app: 'strawberry',
    address: 'https://music.example',
  });
});

it('says what would go wrong, the worst in words that stand out', async () => {
  server.answer({
    'POST /app_check': {
      ...answer,
      ways: [{ way: 'direct', address: 'http://127.0.0.1:5050', calls: 5, answered: 4 }],
      findings: [
        { name: 'call_refused', weight: 'wrong', call: 'getPlaylists', seen: 'No.' },
        { name: 'ranges_lost', weight: 'doubtful', call: 'stream', seen: '200' },
      ],
    },
  });
  renderScreen(<SettingsScreen tab="check" />);
  await tryIt();
  const list = within(await screen.findByRole('list', { name: 'What was found' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first?.textContent).toContain('Will not work' + 'The app asks for getPlaylists and is told: No.');
  expect(second?.textContent).toContain('Parts of a song cannot be asked for (200).');
  expect(screen.getByText('The server itself: 4 of 5 calls answered well.')).toBeTruthy();
});

it('says why nothing was tried', async () => {
  server.answer({ 'POST /app_check': problem(400, 'invalid_request', 'Please give an address.') });
  renderScreen(<SettingsScreen tab="check" />);
  await tryIt();
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
});

it('is led to by the list of apps', async () => {
  renderScreen(<SettingsScreen tab="apps" />);
  const link = await screen.findByRole('link', { name: 'Try what an app will meet' });
  expect(link.getAttribute('href')).toBe('#/settings/check');
});

it('is for administrators', async () => {
  asUser('bob');
  renderScreen(<SettingsScreen tab="check" />);
  expect(await screen.findByRole('button', { name: 'Add app' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try' })).toBeNull();
});

it('has words for all that is found, and a name for every app', () => {
  const { findings, apps } = settingsTexts.appCheck;
  for (const name of appFindings) expect(findings[name].what({ seen: 'S', call: 'C' }), name).not.toBe('');
  // What has no word but ours is not told twice.
  const { what } = findings.not_reached;
  expect(what({ seen: 'ECONNREFUSED', call: '' })).toContain('(ECONNREFUSED)');
  expect(what({ seen: 'not_reached', call: '' })).toBe('The server could not reach itself at this address.');
  expect(Object.keys(findings).sort()).toEqual([...appFindings].sort());
  expect(Object.keys(apps)).toEqual([...checkedApps]);
});
