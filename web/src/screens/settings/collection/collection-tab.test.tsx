import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { MountDir, ScanStatus } from '@tonearm/contract';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectServerPresence, serverPresence } from '../../../lib/server-presence.ts';
import { type FakeServer, fakeServer, problem, type SeenCall } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { CollectionTab } from './collection-tab.tsx';

const idle: ScanStatus = {
  phase: 'idle',
  is_scanning: false,
  is_queued: false,
  files_found: 0,
  files_to_read: 0,
  files_read: 0,
  files_per_second: 0,
  current_folder: null,
  problem_count: 0,
  song_count: 7,
  started_at: null,
  finished_at: null,
  last_result: null,
  rebuilt: null,
  storage: { state: 'ok', free_bytes: null, since: null },
};

const streamOf = (status: ScanStatus) =>
  new Response(`event: status\ndata: ${JSON.stringify(status)}\n\n`, {
    headers: { 'Content-Type': 'text/event-stream' },
  });

let server: FakeServer;

beforeEach(() => {
  server = fakeServer({
    'GET /settings': { album_art_pattern: 'Folder.(jpg|png)', reindex_every_n_seconds: 1_800 },
    'PUT /settings': undefined,
    'GET /mount_dirs': [{ source: '/music', name: 'Music' }],
    'PUT /mount_dirs': undefined,
    'GET /folders': { path: '/more', parent: '/', state: 'ok', folders: [] },
    'GET /source_states': [],
    'GET /scan_events': () => streamOf(idle),
    'GET /scan_status': idle,
    'GET /scan_problems': [],
    'POST /trigger_index': undefined,
  });
  asUser('ann', { isAdmin: true });
});

async function open() {
  renderScreen(<CollectionTab />);
  await screen.findByRole('heading', { name: 'Music sources' });
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
function commit(label: string, value: string) {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
}
const savedLists = () => server.callsOf('PUT /mount_dirs').map(({ body }) => body as MountDir[]);

describe('the collection settings', () => {
  it('show nothing until settings and sources have loaded', async () => {
    let answer = (_: unknown) => {};
    server.answer({
      'GET /mount_dirs': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    renderScreen(<CollectionTab />);
    await waitFor(() => expect(server.callsOf('GET /mount_dirs')).toHaveLength(1));
    expect(screen.queryByRole('heading')).toBeNull();
    await act(async () => answer([]));
    expect(await screen.findByRole('heading', { name: 'Music sources' })).toBeTruthy();
  });

  it('save the album art pattern when it is a regular expression', async () => {
    await open();
    expect(field('Album art pattern').placeholder).toBe('Folder.(jpg|png)');
    commit('Album art pattern', '(');
    expect(screen.getByText('Please enter a valid regular expression.')).toBeTruthy();
    expect(server.callsOf('PUT /settings')).toHaveLength(0);
    commit('Album art pattern', 'cover.*');
    await waitFor(() =>
      expect(server.callsOf('PUT /settings')[0]?.body).toEqual({ album_art_pattern: 'cover.*' }),
    );
    expect(screen.queryByText('Please enter a valid regular expression.')).toBeNull();
  });

  it('say the same about a pattern that only the server refuses', async () => {
    server.answer({ 'PUT /settings': problem(400, 'invalid_album_art_pattern') });
    await open();
    commit('Album art pattern', '(?=a)b');
    expect(await screen.findByText('Please enter a valid regular expression.')).toBeTruthy();
  });

  it('show what each field of a source is called where no heads of columns do', async () => {
    const labelOf = (name: string) => field(name).labels?.[0];
    await open();
    expect(labelOf('Location of source 1')?.className).toBe('visually-hidden');
    cleanup();
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media === '(width < 40rem)',
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    await open();
    for (const name of ['Location of source 1', 'Name of source 1']) {
      expect(labelOf(name)?.className).not.toBe('visually-hidden');
      expect(labelOf(name)?.textContent).toBe(name);
    }
  });

  it('do nothing on Enter in pattern and location', async () => {
    await open();
    expect(fireEvent.keyDown(field('Album art pattern'), { key: 'Enter' })).toBe(false);
    expect(fireEvent.keyDown(field('Location of source 1'), { key: 'Enter' })).toBe(false);
  });

  it('save a new source as a draft first, then whole', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Add more' }));
    expect(savedLists()).toHaveLength(0);
    commit('Location of source 2', '/more');
    expect(screen.getByText('Fill in both to use this source.')).toBeTruthy();
    commit('Name of source 2', 'More');
    await waitFor(() => expect(savedLists()).toHaveLength(2));
    const music = { source: '/music', name: 'Music' };
    expect(savedLists()).toEqual([
      [music, { source: '/more', name: '' }],
      [music, { source: '/more', name: 'More' }],
    ]);
    expect(screen.queryByText('Fill in both to use this source.')).toBeNull();
    expect(await screen.findByText('The server found music here.')).toBeTruthy();
  });

  it('save a typed location without the blanks around it, as the server was asked about it', async () => {
    await open();
    commit('Location of source 1', ' /more ');
    await waitFor(() => expect(savedLists()).toEqual([[{ source: '/more', name: 'Music' }]]));
    expect(field('Location of source 1').value).toBe('/more');
    expect(await screen.findByText('The server found music here.')).toBeTruthy();
    expect(server.callsOf('GET /folders').map(({ query }) => query.get('path'))).toEqual(['/more']);
  });

  it('leave a location alone that was saved or picked with blanks', async () => {
    server.answer({
      'GET /mount_dirs': [{ source: '/music ', name: 'Music' }],
      'GET /folders': { path: '/more ', parent: '/', state: 'ok', folders: [] },
    });
    await open();
    fireEvent.blur(field('Location of source 1'));
    fireEvent.click(screen.getByRole('button', { name: 'Choose a folder' }));
    const use = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Use this folder',
      hidden: true,
    });
    await waitFor(() => expect(use.disabled).toBe(false));
    fireEvent.click(use);
    fireEvent.blur(field('Location of source 1'));
    await waitFor(() => expect(savedLists()).toEqual([[{ source: '/more ', name: 'Music' }]]));
  });

  it('save the list without a source that is taken away, and keep the focus', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Music' }));
    await waitFor(() => expect(savedLists()).toEqual([[]]));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add more' }));
  });

  it('save the list as it stands last, whatever is still being saved', async () => {
    let answer = (_: unknown) => {};
    server.answer({
      'PUT /mount_dirs': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Add more' }));
    commit('Location of source 2', '/more');
    fireEvent.click(screen.getByRole('button', { name: 'Remove this source' }));
    await waitFor(() => expect(savedLists()).toHaveLength(1));
    await act(async () => answer(undefined));
    await waitFor(() => expect(savedLists()).toHaveLength(2));
    expect(savedLists()[1]).toEqual([{ source: '/music', name: 'Music' }]);
  });

  it('take a folder that was picked', async () => {
    server.answer({
      'GET /folders': ({ query }: SeenCall) => {
        const path = query.get('path');
        return { path, parent: '/', state: 'ok', folders: [{ name: 'Jazz', path: `${path}/Jazz` }] };
      },
    });
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Choose a folder' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Jazz', hidden: true }));
    await screen.findByText('/music/Jazz');
    const use = screen.getByRole<HTMLButtonElement>('button', { name: 'Use this folder', hidden: true });
    await waitFor(() => expect(use.disabled).toBe(false));
    fireEvent.click(use);
    await waitFor(() => expect(savedLists()).toEqual([[{ source: '/music/Jazz', name: 'Music' }]]));
  });

  it('ask again for folders that could not be had', async () => {
    server.answer({ 'GET /folders': problem(500, 'internal') });
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Choose a folder' }));
    const again = await screen.findByRole('button', { name: 'Try again', hidden: true });
    server.answer({
      'GET /folders': {
        path: '/music',
        parent: '/',
        state: 'ok',
        folders: [{ name: 'Jazz', path: '/music/Jazz' }],
      },
    });
    fireEvent.click(again);
    expect(await screen.findByRole('button', { name: 'Jazz', hidden: true })).toBeTruthy();
  });

  it('keep the period in seconds and show it in minutes', async () => {
    await open();
    const period = 'Scan collection every … minutes';
    expect(field(period).value).toBe('30');
    commit(period, '-5');
    expect(field(period).value).toBe('30');
    commit(period, '45');
    await waitFor(() =>
      expect(server.callsOf('PUT /settings').map(({ body }) => body)).toEqual([
        { reindex_every_n_seconds: 2_700 },
      ]),
    );
  });

  it.each([
    [90, '2'],
    [20, '0'],
  ])('leave a period of %i seconds alone when only looked at', async (seconds, shown) => {
    server.answer({ 'GET /settings': { album_art_pattern: '', reindex_every_n_seconds: seconds } });
    await open();
    const period = 'Scan collection every … minutes';
    expect(field(period).value).toBe(shown);
    fireEvent.blur(field(period));
    commit(period, '3');
    await waitFor(() => expect(server.callsOf('PUT /settings')).not.toHaveLength(0));
    expect(server.callsOf('PUT /settings').map(({ body }) => body)).toEqual([
      { reindex_every_n_seconds: 180 },
    ]);
  });

  it('start a scan; the button tells for two seconds', async () => {
    await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'Scan now' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Hold on…' }).disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('button', { name: 'On it!' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.getByRole('button', { name: 'Scan now' })).toBeTruthy();
  });

  it('start no scan while the server is away', async () => {
    await open();
    onTestFinished(connectServerPresence(async () => false));
    await act(() => serverPresence.doubt());
    const scan = screen.getByRole('button', { name: 'Scan now' });
    expect(scan.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(scan);
    expect(server.callsOf('POST /trigger_index')).toEqual([]);
  });

  it('log the status of a scan that could not be started', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.answer({ 'POST /trigger_index': problem(503, 'read_only') });
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Scan now' }));
    expect(await screen.findByRole('button', { name: 'Error :(' })).toBeTruthy();
    expect(log).toHaveBeenCalledWith('The scan was not started', 503);
  });

  it('show how a scan goes and what could not be read', async () => {
    const running: ScanStatus = {
      ...idle,
      phase: 'read',
      is_scanning: true,
      files_found: 1_200,
      files_to_read: 1_000,
      files_read: 250,
      files_per_second: 80.4,
      current_folder: 'Music/Jazz',
      problem_count: 1,
    };
    server.answer({
      'GET /scan_events': () => streamOf(running),
      'GET /scan_problems': [{ path: 'Music/broken.mp3', reason: 'Not an audio file.' }],
    });
    await open();
    expect(await screen.findByText('Reading music…')).toBeTruthy();
    expect(screen.getByText('1,200 files found · 250 of 1,000 read · 80 files per second')).toBeTruthy();
    expect(screen.getByText('Music/Jazz')).toBeTruthy();
    expect(await screen.findByText('1 file could not be read')).toBeTruthy();
    expect(screen.getByText('Not an audio file.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
  });

  it('say that nothing can be saved, and why', async () => {
    server.answer({
      'GET /scan_events': () =>
        streamOf({ ...idle, storage: { state: 'full', free_bytes: 102_400, since: 0 } }),
    });
    await open();
    expect(await screen.findByText(/disk of the server is full \(0\.1 MB left\)\. Listening/)).toBeTruthy();
  });

  it('say that the list of the collection was damaged and made anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    server.answer({
      'GET /scan_events': () =>
        streamOf({ ...idle, rebuilt: { at: Math.floor(Date.now() / 1000) - 3600, reason: 'damaged' } }),
    });
    await open();
    expect(await screen.findByText(/found damaged 1 hour ago and made anew from your files/)).toBeTruthy();
  });

  it('try one file or all of the report again, and say so', async () => {
    server.answer({
      'GET /scan_events': () => streamOf({ ...idle, problem_count: 1 }),
      'GET /scan_problems': [
        { path: 'Music/a.mp3', reason: 'x', reason_code: 'too_much_work', next_try_at: 9 },
      ],
      'POST /scan_problems/retry': undefined,
    });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Try again: Music/a.mp3', hidden: true }));
    expect(await screen.findByText('They are tried again now.')).toBeTruthy();
    expect(screen.getByText('Reading this file took too long. Tried again by itself soon.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try all again', hidden: true }));
    await waitFor(() => expect(server.callsOf('POST /scan_problems/retry')).toHaveLength(2));
    expect(server.callsOf('POST /scan_problems/retry').map(({ body }) => body)).toEqual([
      { paths: ['Music/a.mp3'] },
      {},
    ]);
  });

  it('say when a file is tried again by itself, and nothing of one that waits for a change', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const next_try_at = Math.ceil(Date.now() / 1000) + 2 * 3600;
    server.answer({
      'GET /scan_events': () => streamOf({ ...idle, problem_count: 2 }),
      'GET /scan_problems': [
        { path: 'Music/a.mp3', reason: 'x', reason_code: 'no_answer', next_try_at },
        { path: 'Music/b.mp3', reason: 'x', reason_code: 'not_audio', next_try_at: null },
      ],
    });
    await open();
    expect(
      await screen.findByText(/did not answer while .* Tried again by itself in 2 hours\.$/),
    ).toBeTruthy();
    expect(screen.getByText('The file is broken or is not audio.')).toBeTruthy();
  });

  it('say why a scan could not be stopped, and nothing of saving', async () => {
    server.answer({
      'GET /scan_events': () => streamOf({ ...idle, phase: 'read', is_scanning: true }),
      'POST /cancel_index': problem(500, 'internal'),
    });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy();
  });

  it('ask whether a source that is away is gone', async () => {
    let states = [
      {
        name: 'Drive',
        source: '/mnt',
        state: 'away',
        reason: 'The folder is missing.',
        song_count: 12,
        missing_count: 0,
        away_since: null,
      },
    ];
    server.answer({
      'GET /source_states': () => states,
      'POST /source_states/keep/Drive': undefined,
      'POST /source_states/forget/Drive': () => {
        states = [];
      },
    });
    await open();
    expect(await screen.findByText(/12 songs are kept/)).toBeTruthy();
    fireEvent.click(screen.getByText('They are really gone'));
    expect(server.callsOf('POST /source_states/forget/Drive')).toHaveLength(0);
    fireEvent.click(within(screen.getByRole('dialog', { hidden: true })).getByText('Yes, forget them'));
    await waitFor(() => expect(screen.queryByText('Drive')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Drive was forgotten.'));
  });

  it('put the question away when the songs are kept', async () => {
    server.answer({
      'GET /source_states': [
        {
          name: 'Drive',
          source: '/mnt',
          state: 'away',
          reason: null,
          song_count: 1,
          missing_count: 0,
          away_since: null,
        },
      ],
      'POST /source_states/keep/Drive': undefined,
    });
    await open();
    fireEvent.click(await screen.findByText('Keep'));
    await waitFor(() => expect(screen.queryByText('Drive')).toBeNull());
  });

  it('do not ask again about songs that were kept before', async () => {
    const source = { source: '/mnt', reason: null, song_count: 1, missing_count: 0, away_since: null };
    server.answer({
      'GET /source_states': [
        { ...source, name: 'Kept', state: 'away', is_kept: true },
        { ...source, name: 'Other', state: 'away', is_kept: false },
      ],
    });
    await open();
    expect(await screen.findByText('Other')).toBeDefined();
    expect(screen.queryByText('Kept')).toBeNull();
  });
});

describe('a music source in a bucket', () => {
  const music = {
    bucket: 'music',
    endpoint: 'https://s3.example.org',
    region: 'eu-central-1',
    is_path_style: true,
    has_keys: true,
  };

  it('asks how the bucket is reached, and shows no key again', async () => {
    let stored: unknown[] = [];
    server.answer({
      'GET /buckets': () => stored,
      'PUT /buckets': () => {
        stored = [music];
      },
    });
    await open();
    expect(screen.queryByLabelText('Secret key')).toBeNull();
    commit('Location of source 1', 's3://music/all');
    await screen.findByLabelText('Secret key');
    const values: Record<string, string> = {
      'Address of the store': music.endpoint,
      Region: music.region,
      'Access key': 'the key',
      'Secret key': 'the secret',
    };
    for (const [label, value] of Object.entries(values)) commit(label, value);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Keys are stored. Leave both empty to keep them.');
    const { has_keys: _, ...place } = music;
    expect(server.callsOf('PUT /buckets')[0]?.body).toEqual([
      { ...place, access_key: 'the key', secret_key: 'the secret' },
    ]);
    expect([field('Access key').value, field('Secret key').value]).toEqual(['', '']);
    expect(server.callsOf('GET /folders')).toEqual([]);
  });

  it('keeps other buckets and their keys', async () => {
    server.answer({
      'GET /mount_dirs': [{ source: 's3://music', name: 'Cloud' }],
      'GET /buckets': [{ ...music, bucket: 'other' }, music],
      'PUT /buckets': undefined,
    });
    await open();
    await screen.findByLabelText('Region');
    commit('Region', 'eu-west-1');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsOf('PUT /buckets')).toHaveLength(1));
    const { has_keys: _, ...place } = music;
    expect(server.callsOf('PUT /buckets')[0]?.body).toEqual([
      { ...place, bucket: 'other' },
      { ...place, region: 'eu-west-1' },
    ]);
  });
});
