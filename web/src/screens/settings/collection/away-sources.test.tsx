import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '../../../test-kit/fake-server.ts';
import { fakeCollectionServer, openCollectionTab } from './test-collection-tab.tsx';

let server: FakeServer;

beforeEach(() => {
  server = fakeCollectionServer();
});

describe('the collection settings', () => {
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
    await openCollectionTab();
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
    await openCollectionTab();
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
    await openCollectionTab();
    expect(await screen.findByText('Other')).toBeDefined();
    expect(screen.queryByText('Kept')).toBeNull();
  });
});
