import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeServer, problem } from '../../../test-kit/fake-server.ts';
import { renderScreen } from '../../../test-kit/render-screen.tsx';
import { CollectionTab } from './collection-tab.tsx';
import { commit, fakeCollectionServer, field, openCollectionTab } from './test-collection-tab.tsx';

let server: FakeServer;

beforeEach(() => {
  server = fakeCollectionServer();
});

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
    await openCollectionTab();
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
    await openCollectionTab();
    commit('Album art pattern', '(?=a)b');
    expect(await screen.findByText('Please enter a valid regular expression.')).toBeTruthy();
  });

  it('do nothing on Enter in pattern and location', async () => {
    await openCollectionTab();
    expect(fireEvent.keyDown(field('Album art pattern'), { key: 'Enter' })).toBe(false);
    expect(fireEvent.keyDown(field('Location of source 1'), { key: 'Enter' })).toBe(false);
  });
});
