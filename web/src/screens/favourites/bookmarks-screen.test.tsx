import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { songNamed } from '../../player/core/test-songs.ts';
import { KeepPlaceButton } from '../../player/ui/now-playing/keep-place-button.tsx';
import { renderPlayer } from '../../player/ui/render-player.tsx';
import { fakeServer, problem, type SeenCall } from '../../test-kit/fake-server.ts';
import { BookmarksScreen } from './bookmarks-screen.tsx';

const song = songNamed('a');
const target = `/bookmark/${song.path}`;

/** A server that keeps the place in one song. */
const keepingServer = (place: { position_ms: number; comment: string | null } | null) => {
  let kept = place;
  const server = fakeServer({
    'GET /bookmarks': () => (kept === null ? [] : [{ song, ...kept, created_at_ms: 0, changed_at_ms: 0 }]),
    [`PUT ${target}`]: ({ body }: SeenCall) => {
      kept = body as typeof place;
    },
    [`DELETE ${target}`]: () => {
      kept = null;
    },
  });
  return { server, kept: () => kept };
};

const press = async (label: RegExp) => fireEvent.click(await screen.findByRole('button', { name: label }));

it('places are played from, noted on and removed', async () => {
  const { kept } = keepingServer({ position_ms: 83_000, comment: null });
  const { store } = renderPlayer(<BookmarksScreen />);
  expect(await screen.findByText(/at 1:23/)).toBeDefined();
  await press(/^Play 'a' from 1:23/);
  expect(store.getState().current?.song.path).toBe(song.path);
  expect(store.getState().elapsedSeconds).toBe(83);
  await press(/^Note on/);
  fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), { target: { value: ' the solo ' } });
  await press(/^Save/);
  expect(await screen.findByText('the solo')).toBeDefined();
  expect(kept()).toEqual({ position_ms: 83_000, comment: 'the solo' });
  await press(/^Remove the bookmark/);
  expect(await screen.findByText(/Nothing here yet/)).toBeDefined();
});

it('what could not be removed stays, with a word', async () => {
  const { server } = keepingServer({ position_ms: 1000, comment: 'here' });
  renderPlayer(<BookmarksScreen />);
  server.answer({ [`DELETE ${target}`]: problem(503, 'read_only') });
  await press(/^Remove the bookmark/);
  expect(await screen.findByText('This could not be saved. Please try again.')).toBeDefined();
  expect(screen.getByText('here')).toBeDefined();
});

it('the place in what plays is kept, and that can be undone', async () => {
  const { kept } = keepingServer(null);
  const { store } = renderPlayer(<KeepPlaceButton song={song} />, ['a']);
  store.setState({ elapsedSeconds: 41.5 });
  await press(/^Keep this place/);
  expect(await screen.findByText("Kept 0:41 of 'a'")).toBeDefined();
  expect(kept()).toEqual({ position_ms: 41_500, comment: null });
  await press(/^Undo/);
  await waitFor(() => expect(kept()).toBeNull());
});
