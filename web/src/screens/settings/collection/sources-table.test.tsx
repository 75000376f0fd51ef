import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { MountDir } from '@tonearm/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, problem, type SeenCall } from '../../../test-kit/fake-server.ts';
import { commit, fakeCollectionServer, field, openCollectionTab } from './test-collection-tab.tsx';

let server: FakeServer;

beforeEach(() => {
  server = fakeCollectionServer();
});

const savedLists = () => server.callsOf('PUT /mount_dirs').map(({ body }) => body as MountDir[]);

describe('the collection settings', () => {
  it('show what each field of a source is called where no heads of columns do', async () => {
    const labelOf = (name: string) => field(name).labels?.[0];
    await openCollectionTab();
    expect(labelOf('Location of source 1')?.className).toBe('visually-hidden');
    cleanup();
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media === '(width < 40rem)',
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    await openCollectionTab();
    for (const name of ['Location of source 1', 'Name of source 1']) {
      expect(labelOf(name)?.className).not.toBe('visually-hidden');
      expect(labelOf(name)?.textContent).toBe(name);
    }
  });

  it('save a new source as a draft first, then whole', async () => {
    await openCollectionTab();
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
    await openCollectionTab();
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
    await openCollectionTab();
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
    await openCollectionTab();
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
    await openCollectionTab();
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
    await openCollectionTab();
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
    await openCollectionTab();
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
});
