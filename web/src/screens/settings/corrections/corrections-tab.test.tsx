import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ListedCorrection } from '@tonearm/contract';
import { expect, it } from 'vitest';
import { CorrectDialog } from '../../../menus/correct/correct-dialog.tsx';
import { fakeServer } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { CorrectionsTab } from './corrections-tab.tsx';

const made: ListedCorrection = {
  id: 7,
  kind: 'merge_artists',
  subjects: ['Beatels'],
  count: 1,
  result: 'The Beatles',
  made_by: 'ann',
  made_at_ms: 0,
};
const button = (name: string) => screen.getByRole('button', { name });

it('lists what was corrected, and takes it back', async () => {
  asUser('ann', { isAdmin: true });
  const server = fakeServer({ 'GET /corrections': [made], 'DELETE /correction': undefined });
  renderScreen(<CorrectionsTab />);
  const row = await screen.findByText('Beatels → The Beatles');
  expect(row.parentElement?.textContent).toContain('Artists merged');
  fireEvent.click(button('Take back: Artists merged, Beatels → The Beatles'));
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true));
});

it('makes a correction of what is filled in, found and chosen by the keyboard', async () => {
  asUser('ann', { isAdmin: true });
  const entry = { id: 'B', name: 'The Beatles', letter: 'B', song_count: 1, album_count: 1 };
  const server = fakeServer({
    'GET /find_groups': {
      reading: 'words',
      artists: { total: 1, entries: [{ ...entry, guest_album_count: 0, composer_album_count: 0 }] },
      albums: { total: 0, entries: [] },
      playlists: { total: 0, entries: [] },
      smart_lists: { total: 0, entries: [] },
    },
    'POST /corrections': { id: 1 },
    'GET /corrections': [],
  });
  let isClosed = false;
  renderScreen(
    <CorrectDialog
      subject={{ kind: 'artist', id: 'A', name: 'Beatels' }}
      onClose={() => {
        isClosed = true;
      }}
    />,
  );
  fireEvent.click(button('Correct'));
  expect(screen.getByRole('alert').textContent).toContain('what is to be other');
  fireEvent.change(screen.getByLabelText('What is wrong'), { target: { value: 'merge_artists' } });
  const field = screen.getByRole('combobox', { name: 'The right artist' });
  fireEvent.change(field, { target: { value: 'beatl' } });
  await screen.findByRole('option', { name: /The Beatles/ });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(button('Correct'));
  await waitFor(() => expect(isClosed).toBe(true));
  expect(server.callsOf('POST /corrections').map(({ body }) => body)).toEqual([
    { kind: 'merge_artists', artists: ['A'], into: 'B' },
  ]);
});
