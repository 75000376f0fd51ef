import { fireEvent, screen } from '@testing-library/react';
import type { ScanStatus } from '@tonearm/contract';
import { type FakeServer, fakeServer } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { CollectionTab } from './collection-tab.tsx';

/** Nothing is being scanned, and nothing is wrong. */
export const idle: ScanStatus = {
  phase: 'idle',
  is_scanning: false,
  is_queued: false,
  files_found: 0,
  files_to_read: 0,
  files_read: 0,
  files_per_second: 0,
  part_done: 0,
  current_folder: null,
  problem_count: 0,
  song_count: 7,
  started_at: null,
  finished_at: null,
  last_result: null,
  rebuilt: null,
  storage: { state: 'ok', free_bytes: null, since: null },
};

/** What the server tells of a scan while somebody looks. */
export const streamOf = (status: ScanStatus) =>
  new Response(`event: status\ndata: ${JSON.stringify(status)}\n\n`, {
    headers: { 'Content-Type': 'text/event-stream' },
  });

/** A server with one source, asked by an administrator. */
export function fakeCollectionServer(): FakeServer {
  const server = fakeServer({
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
  return server;
}

/** Shows the tab, and waits until it stands. */
export async function openCollectionTab(): Promise<void> {
  renderScreen(<CollectionTab />);
  await screen.findByRole('heading', { name: 'Music sources' });
}

/** A field by its label. */
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Types into a field, and leaves it. */
export function commit(label: string, value: string): void {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
}
