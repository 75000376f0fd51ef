import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BackupStatus, Diagnostics, LogEntry, SoundStatus } from '@tonearm/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer, problem } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { ServerTab } from './server-tab.tsx';

const nowSeconds = Math.floor(Date.UTC(2026, 4, 20, 12) / 1000);
const backup = (hoursAgo: number, place: 'data' | 'folder' = 'data') => ({
  name: `tonearm-0123abcd-${hoursAgo}.db`,
  made_at: nowSeconds - hoursAgo * 3600,
  size_bytes: 1_540_000,
  place,
});
const backups: BackupStatus = {
  is_nightly: true,
  keep_count: 7,
  folder: '',
  is_running: false,
  next_at: nowSeconds + 15 * 3600,
  last: null,
  has_secret_key: true,
  secret_key_file: '/data/secret.key',
  backup_folder: '/data/backups',
  restore_command: "tonearm restore '/data/backups/x.db' --data '/data'",
  backups: Array.from({ length: 9 }, (_, index) => backup(9 + index * 24)),
};
const diagnostics: Diagnostics = {
  versions: { tonearm: '1.2.3', node: '24.0.0', sqlite: '3.51.3', system: 'Linux 6.1 x64' },
  started_at: nowSeconds - 7200,
  memory_bytes: 120_000_000,
  databases: [{ name: 'state.db', size_bytes: 400_000, log_bytes: 100_000 }],
  state_written_back_at: null,
  storage: { state: 'ok', free_bytes: 300_000_000, is_low: true },
  watching: { mode: 'native', unwatched_count: 2 },
  outbox: { waiting: 3, refused: 1 },
  reclaimable: [{ kind: 'copies_before_upgrades', count: 2, size_bytes: 5000 }],
};
const sound: SoundStatus = {
  ffmpeg: { state: 'ready', version: '5.1.9', formats: ['opus', 'mp3'], reason: null },
  converting: { running: 1, limit: 8, limit_each: 3, cache_bytes: 5e8, cache_limit_bytes: 2e9 },
  measuring: { state: 'working', progress: 0.42, measured: 1200, failed: 3, waveform_bytes: 4e6 },
};
const line = (id: number, text: string): LogEntry => ({ id, at_ms: 0, level: 'info', text });

let server: FakeServer;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSeconds * 1000 });
  server = fakeServer({
    'GET /backups': backups,
    'POST /backups': backup(0),
    'PUT /backup_settings': undefined,
    'GET /diagnostics': diagnostics,
    'GET /sound_status': sound,
    'GET /settings': { converts_songs: true, measures_songs: true },
    'PUT /settings': undefined,
    'GET /log': [line(0, 'first'), line(1, '<b>second</b>')],
    'GET /source_states': [],
    'GET /scan_problems': [],
  });
  asUser('ann', { isAdmin: true });
});

describe('the page about the server', () => {
  it('tells of backups, the room that is left, what waits, and the log, the newest line first', async () => {
    renderScreen(<ServerTab />);
    expect(await screen.findByText('The newest one was made 9 hours ago.')).toBeTruthy();
    expect(screen.getByText(/file \/data\/secret\.key, which is in no backup/)).toBeTruthy();
    expect(screen.getByText(backups.restore_command)).toBeTruthy();
    expect(screen.getByText('2 older ones')).toBeTruthy();
    expect(await screen.findByText(/Only 300 MB are left on the disk/)).toBeTruthy();
    expect(screen.getByText('at once, but in 2 folders, which cannot be watched')).toBeTruthy();
    expect(screen.getByText('3 waiting, 1 refused')).toBeTruthy();
    expect(screen.getByText('2 copies from before upgrades, 5 kB')).toBeTruthy();
    const lines = await screen.findByRole('region', { name: 'Lines of the log' });
    expect(lines.textContent).toMatch(/<b>second<\/b>.*first/s);
  });

  it('makes a backup, and says why it could not', async () => {
    renderScreen(<ServerTab />);
    fireEvent.click(await screen.findByRole('button', { name: 'Make one now' }));
    await waitFor(() => expect(server.callsOf('POST /backups')).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'Made' })).toBeTruthy();
    server.answer({ 'POST /backups': problem(507, 'storage_full', 'There is no room for it.') });
    fireEvent.click(screen.getByRole('button', { name: 'Made' }));
    expect(await screen.findByText('There is no room for it.')).toBeTruthy();
  });

  it('saves how many are kept and where else when a field is left, and only what has changed', async () => {
    renderScreen(<ServerTab />);
    const keep = await screen.findByLabelText('How many to keep');
    fireEvent.blur(keep);
    fireEvent.change(keep, { target: { value: '0' } });
    fireEvent.blur(keep);
    expect(server.callsOf('PUT /backup_settings')).toHaveLength(0);
    fireEvent.change(keep, { target: { value: '14' } });
    fireEvent.blur(keep);
    const folder = screen.getByLabelText('Another folder that gets each one too');
    fireEvent.change(folder, { target: { value: '/mnt/other' } });
    fireEvent.blur(folder);
    await waitFor(() =>
      expect(server.callsOf('PUT /backup_settings').map(({ body }) => body)).toEqual([
        { keep_count: 14 },
        { folder: '/mnt/other' },
      ]),
    );
  });

  it('asks before it restores, and tells what happens', async () => {
    server.answer({ [`POST /backups/restore/${backup(9).name}`]: undefined });
    renderScreen(<ServerTab />);
    const list = await screen.findByRole('list', { name: 'Backups' });
    const [first] = within(list).getAllByRole('button', { name: /^Restore the backup of/ });
    fireEvent.click(first as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Restore this backup?' });
    expect(server.callsOf(`POST /backups/restore/${backup(9).name}`)).toHaveLength(0);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('The backup is sound. The server starts anew with it.')).toBeTruthy();
  });

  it('tells what ffmpeg does and how far measuring is, and switches both', async () => {
    renderScreen(<ServerTab />);
    const part = within(await screen.findByRole('region', { name: 'Converting and measuring sound' }));
    expect(await part.findByText('5.1.9, converts into opus, mp3')).toBeTruthy();
    expect(part.getByText('1 of 8 at most, 3 of one person')).toBeTruthy();
    expect(part.getByText('500 MB of 2 GB (--converted-megabytes)')).toBeTruthy();
    expect(part.getByText('at work, 42% of the collection')).toBeTruthy();
    expect(part.getByText('1,200 songs, 3 that cannot be read')).toBeTruthy();
    server.answer({ 'GET /settings': { converts_songs: true, measures_songs: false } });
    fireEvent.click(part.getByLabelText('Measure how loud songs are when their tags do not say'));
    await waitFor(() =>
      expect(server.callsOf('PUT /settings').map(({ body }) => body)).toEqual([{ measures_songs: false }]),
    );
    await waitFor(() => expect(part.getByLabelText(/^Measure how loud/)).toHaveProperty('checked', false));
  });

  it('says that ffmpeg is not there, why, and what to do', async () => {
    const ffmpeg = { state: 'absent' as const, version: null, formats: [], reason: 'spawn ffmpeg ENOENT' };
    server.answer({ 'GET /sound_status': { ...sound, ffmpeg } });
    renderScreen(<ServerTab />);
    const part = within(await screen.findByRole('region', { name: 'Converting and measuring sound' }));
    expect(await part.findByText(/^Not there\./)).toBeTruthy();
    expect(part.getByText('The machine says: spawn ffmpeg ENOENT')).toBeTruthy();
    expect(part.getByText(/^Install ffmpeg/)).toBeTruthy();
    expect(part.queryByText('Kept conversions')).toBeNull();
  });
});
