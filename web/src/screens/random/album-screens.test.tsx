import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Directory } from '@tonearm/contract';
import { describe, expect, it } from 'vitest';
import { pageOf, renderCollection } from '../../collection/parts/test-collection.tsx';
import { fakeServer, problem, type SeenCall } from '../../test-kit/fake-server.ts';
import { RecentScreen } from '../recent/recent-screen.tsx';
import { RandomScreen } from './random-screen.tsx';

const album = (name: string): Directory => ({
  path: `Music/${name}`,
  artist: 'Heron',
  year: null,
  album: name,
  artwork: null,
  date_added: 0,
});

describe('the random albums', () => {
  it("are others after 'More'", async () => {
    let count = 0;
    fakeServer({
      'GET /random': () => {
        count += 1;
        return [album(`draw ${count}`)];
      },
    });
    renderCollection(<RandomScreen />);
    expect(await screen.findByText('draw 1')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByText('draw 2')).toBeDefined();
    expect(screen.queryByText('draw 1')).toBeNull();
  });

  it("stay when 'More' failed, which is said and can be tried again", async () => {
    const server = fakeServer({ 'GET /random': [album('draw 1')] });
    renderCollection(<RandomScreen />);
    await screen.findByText('draw 1');
    server.answer({ 'GET /random': problem(500, 'internal') });
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded.');
    expect(screen.getByText('draw 1')).toBeDefined();
    server.answer({ 'GET /random': [album('draw 2')] });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('draw 2')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are none in an empty collection', async () => {
    fakeServer({ 'GET /random': [] });
    renderCollection(<RandomScreen />);
    expect(await screen.findByText('There are no albums yet.')).toBeDefined();
  });

  it('can be asked for again when the server failed', async () => {
    fakeServer({ 'GET /random': problem(500, 'internal') });
    renderCollection(<RandomScreen />);
    expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

describe('the recently added albums', () => {
  it('stand under their title, and reach as far back as one scrolls', async () => {
    const server = fakeServer({
      'GET /recent': ({ query }: SeenCall) => {
        const offset = Number(query.get('offset'));
        return pageOf(
          Array.from({ length: 100 }, (_, index) => album(`album ${offset + index}`)),
          5_000,
        );
      },
    });
    renderCollection(<RecentScreen />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Recently Added');
    const first = await screen.findByRole('link', { name: /album 0/ });
    fireEvent.keyDown(first, { key: 'End' });
    await waitFor(() => expect(screen.getByRole('link', { name: /album 4999/ })).toBeDefined());
    expect(server.callsOf('GET /recent')).toHaveLength(2);
  });
});
