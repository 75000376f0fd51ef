import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { MusicRules, MusicRulesTrial } from '@tonearm/contract';
import { beforeEach, expect, it } from 'vitest';
import { type FakeServer, fakeServer } from '../../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../../test-kit/render-screen.tsx';
import { TagsTab } from './tags-tab.tsx';

const initial: MusicRules = {
  people_separators: [' / ', '; '],
  genre_separators: [';'],
  never_split: [],
  articles: 'The',
};
const trial: MusicRulesTrial = {
  changed_song_count: 12,
  change_count: 1,
  changes: [
    {
      field: 'artists',
      text: 'Earth; Wind',
      before: ['Earth', 'Wind'],
      after: ['Earth; Wind'],
      song_count: 12,
    },
  ],
  moved_artist_count: 1,
  moved_album_count: 0,
  moves: [{ kind: 'artist', name: 'The Bo', letter_before: 'B', letter_after: 'T' }],
};

let server: FakeServer;

beforeEach(() => {
  server = fakeServer({
    'GET /music/rules': { rules: initial, initial },
    'POST /music/rules/try': trial,
    'PUT /music/rules': undefined,
  });
  asUser('ann', { isAdmin: true });
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('shows what rules would change, and applies them', async () => {
  renderScreen(<TagsTab />);
  const people = await screen.findByLabelText<HTMLTextAreaElement>('Between names of people');
  expect(people.value).toBe('␣/␣\n;␣');
  expect(button('Apply').disabled).toBe(true);
  type('Never taken apart', 'Earth; Wind\n');
  type('Articles', '');
  fireEvent.click(button('Show what would change'));
  const list = await screen.findByRole('region', { name: 'What would change' });
  expect(within(list).getByRole('status').textContent).toContain('12 songs');
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([expect.stringContaining('Earth · Wind'), expect.stringContaining('The Bo')]);
  const expected = { ...initial, never_split: ['Earth; Wind'], articles: '' };
  expect(server.callsOf('POST /music/rules/try').map(({ body }) => body)).toEqual([expected]);
  expect(server.callsOf('PUT /music/rules')).toEqual([]);
  fireEvent.click(button('Apply'));
  await waitFor(() => expect(button('Apply').disabled).toBe(true));
  expect(server.callsOf('PUT /music/rules').map(({ body }) => body)).toEqual([expected]);
  fireEvent.click(button('As at first'));
  expect(people.value).toBe('␣/␣\n;␣');
  expect(button('Apply').disabled).toBe(false);
});
