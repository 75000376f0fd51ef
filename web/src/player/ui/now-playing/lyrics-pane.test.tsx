import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeServer, problem } from '../../../test-kit/fake-server.ts';
import { songNamed } from '../../core/test-songs.ts';
import { renderPlayer } from '../render-player.tsx';
import { lineAt } from './line-at.ts';
import { LyricsPane } from './lyrics-pane.tsx';

it('the line that sounds is the last one that has begun', () => {
  const times = fc.array(fc.nat(300_000)).map((list) => list.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(times, fc.nat(320), (starts, seconds) => {
      const lines = starts.map((start_ms) => ({ start_ms }));
      const plain = starts.findLastIndex((start) => start <= seconds * 1000 + 150);
      expect(lineAt(lines, seconds)).toBe(plain);
    }),
  );
});

it('shows timed words, marks the line that sounds, and plays from one that is chosen', async () => {
  const song = songNamed('a');
  fakeServer({
    [`GET /music/lyrics/${song.path}`]: {
      origin: 'file',
      language: null,
      is_synced: true,
      lines: [
        { start_ms: 0, text: 'First' },
        { start_ms: 10_000, text: 'Second' },
      ],
    },
  });
  const { player, engine } = renderPlayer(<LyricsPane song={song} />);
  act(() => player.actions.replaceQueue({ name: '', songs: [song] }));
  const second = await screen.findByRole('button', { name: 'Second' });
  const current = () => document.querySelector('[aria-current="true"]')?.textContent;
  expect(current()).toBe('First');
  fireEvent.click(second);
  expect(engine.seeks).toEqual([10]);
  await waitFor(() => expect(current()).toBe('Second'));
});

it('says that no words are known', async () => {
  const song = songNamed('a');
  fakeServer({ [`GET /music/lyrics/${song.path}`]: null });
  renderPlayer(<LyricsPane song={song} />);
  await screen.findByText('No words of this song are known.');
});

it('can be asked again where they could not be loaded', async () => {
  const song = songNamed('b');
  const server = fakeServer({ [`GET /music/lyrics/${song.path}`]: problem(500, 'internal') });
  renderPlayer(<LyricsPane song={song} />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer({ [`GET /music/lyrics/${song.path}`]: null });
  fireEvent.click(again);
  await screen.findByText('No words of this song are known.');
});
