import { QueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { likingsOf } from '../api/made/annotations.ts';
import { renderPlayer } from '../player/ui/render-player.tsx';
import { fakeServer, problem } from '../test-kit/fake-server.ts';
import { HeartButton } from './heart-button.tsx';
import { RatingSign } from './rating-sign.tsx';
import { Stars } from './stars.tsx';

const liked = { kind: 'song', name: 'M/a.mp3' } as const;
const answerOf = (fields: object) => ({
  songs: [{ path: 'M/a.mp3', id: '1', starred_at_ms: null, rating: null, ...fields }],
  albums: [],
  artists: [],
});
const heart = () => screen.getAllByRole('button', { name: 'Favourite' })[0] as HTMLElement;
const isSet = () => heart().getAttribute('aria-pressed');

it('hearts ask once for all that is shown, and show what is starred', async () => {
  const server = fakeServer({ 'POST /annotations': answerOf({ starred_at_ms: 1 }) });
  renderPlayer(
    <>
      <HeartButton liked={liked} />
      <HeartButton liked={{ kind: 'album', name: 'x' }} />
      <Stars liked={liked} />
    </>,
  );
  await waitFor(() => expect(isSet()).toBe('true'));
  expect(server.callsOf('POST /annotations').map(({ body }) => body)).toEqual([
    { songs: ['M/a.mp3'], albums: ['x'], artists: [] },
  ]);
});

it('what is gone before it was asked for is not asked for, unless somebody else shows it', async () => {
  const server = fakeServer({ 'POST /annotations': answerOf({}) });
  const likings = likingsOf(new QueryClient());
  const want = (name: string) => likings.want({ kind: 'album', name });
  want('x')();
  const takeBack = want('y');
  want('y');
  takeBack();
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(server.calls[0]?.body).toEqual({ songs: [], albums: ['y'], artists: [] });
});

it('nothing is asked for when nobody is left who wants to know', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const server = fakeServer({ 'POST /annotations': answerOf({}) });
  likingsOf(new QueryClient()).want(liked)();
  vi.runAllTimers();
  expect(server.calls).toEqual([]);
});

it('a heart shows at once what it was set to, and is taken back with a word when that fails', async () => {
  const server = fakeServer({ 'POST /annotations': answerOf({}), 'PUT /annotations/star': undefined });
  renderPlayer(<HeartButton liked={liked} />);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  fireEvent.click(heart());
  expect(isSet()).toBe('true');
  await waitFor(() =>
    expect(server.callsOf('PUT /annotations/star')[0]?.body).toMatchObject({
      songs: ['M/a.mp3'],
      is_starred: true,
    }),
  );
  server.answer({ 'PUT /annotations/star': problem(503, 'read_only') });
  fireEvent.click(heart());
  expect(isSet()).toBe('false');
  expect(await screen.findByText('This could not be saved. Please try again.')).toBeDefined();
  expect(isSet()).toBe('true');
});

it('what is set while it is still asked for is not undone by the answer', async () => {
  const marked = { path: 'M/b.mp3', id: '2', starred_at_ms: 1, rating: null };
  const answer = answerOf({});
  fakeServer({
    'POST /annotations': { ...answer, songs: [...answer.songs, marked] },
    'PUT /annotations/star': undefined,
  });
  renderPlayer(
    <>
      <HeartButton liked={liked} />
      <HeartButton liked={{ kind: 'song', name: 'M/b.mp3' }} of="b" />
    </>,
  );
  fireEvent.click(heart());
  const other = screen.getByRole('button', { name: 'Favourite: b' });
  await waitFor(() => expect(other.getAttribute('aria-pressed')).toBe('true'));
  expect(isSet()).toBe('true');
});

it('stars rate from one to five, and the same one takes the rating away', async () => {
  const server = fakeServer({
    'POST /annotations': answerOf({ rating: 2 }),
    'PUT /annotations/rating': undefined,
  });
  renderPlayer(<Stars liked={liked} />);
  const star = (name: string) => screen.getByRole('button', { name });
  await waitFor(() => expect(star('2 stars').getAttribute('aria-pressed')).toBe('true'));
  fireEvent.click(star('4 stars'));
  expect(star('4 stars').getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(star('4 stars'));
  const ratings = () =>
    server.callsOf('PUT /annotations/rating').map(({ body }) => (body as { rating: number }).rating);
  await waitFor(() => expect(ratings()).toEqual([4, 0]));
});

it('a rating that could not be saved is taken back with a word', async () => {
  const server = fakeServer({
    'POST /annotations': answerOf({ rating: 2 }),
    'PUT /annotations/rating': problem(503, 'read_only'),
  });
  renderPlayer(<Stars liked={liked} />);
  const isChosen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');
  await waitFor(() => expect(isChosen('2 stars')).toBe('true'));
  fireEvent.click(screen.getByRole('button', { name: '5 stars' }));
  expect(isChosen('5 stars')).toBe('true');
  expect(await screen.findByText('This could not be saved. Please try again.')).toBeDefined();
  expect(isChosen('2 stars')).toBe('true');
  expect(server.callsOf('PUT /annotations/rating')).toHaveLength(1);
});

it('a sign tells how something is rated, follows its stars, and is not there without a rating', async () => {
  fakeServer({ 'POST /annotations': answerOf({ rating: 4 }), 'PUT /annotations/rating': undefined });
  renderPlayer(
    <>
      <RatingSign liked={liked} />
      <RatingSign liked={{ kind: 'album', name: 'x' }} />
      <Stars liked={liked} />
    </>,
  );
  expect((await screen.findByRole('img', { name: '4 stars' })).textContent).toBe('4');
  expect(screen.getAllByRole('img')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: '1 star' }));
  expect(screen.getByRole('img', { name: '1 star' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '1 star' }));
  expect(screen.queryByRole('img')).toBeNull();
});

it('L makes what plays a favourite', async () => {
  const server = fakeServer({ 'PUT /annotations/star': undefined });
  renderPlayer(<p />, ['Wing']);
  fireEvent.keyDown(document.body, { key: 'l' });
  expect(await screen.findByText('Added to your favourites')).toBeDefined();
  await waitFor(() => expect(server.callsOf('PUT /annotations/star')).toHaveLength(1));
});
