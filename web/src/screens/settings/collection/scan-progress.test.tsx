import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ScanStatus } from '@tonearm/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, problem } from '../../../test-kit/fake-server.ts';
import { fakeCollectionServer, idle, openCollectionTab, streamOf } from './test-collection-tab.tsx';

let server: FakeServer;

beforeEach(() => {
  server = fakeCollectionServer();
});

describe('the collection settings', () => {
  it('show how a scan goes and what could not be read', async () => {
    const running: ScanStatus = {
      ...idle,
      phase: 'read',
      is_scanning: true,
      files_found: 1_200,
      files_to_read: 1_000,
      files_read: 250,
      files_per_second: 80.4,
      part_done: 0.246,
      current_folder: 'Music/Jazz',
      problem_count: 1,
    };
    server.answer({
      'GET /scan_events': () => streamOf(running),
      'GET /scan_problems': [{ path: 'Music/broken.mp3', reason: 'Not an audio file.' }],
    });
    await openCollectionTab();
    expect(await screen.findByText('Reading music…')).toBeTruthy();
    expect(
      screen.getByText('25% done · 1,200 files found · 250 of 1,000 read · 80 files per second'),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.246);
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
    await openCollectionTab();
    expect(await screen.findByText(/disk of the server is full \(0\.1 MB left\)\. Listening/)).toBeTruthy();
  });

  it('say that the list of the collection was damaged and made anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    server.answer({
      'GET /scan_events': () =>
        streamOf({ ...idle, rebuilt: { at: Math.floor(Date.now() / 1000) - 3600, reason: 'damaged' } }),
    });
    await openCollectionTab();
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
    await openCollectionTab();
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
    await openCollectionTab();
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
    await openCollectionTab();
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy();
  });
});
