import type { MusicRulesTrial, MusicRules as Rules } from '@tonearm/contract';
import { library, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { createTestScanner } from '../scan/tests/test-scan.ts';
import { createMusicRules, initialRules } from './music-rules.ts';

const events = () =>
  createEvents<AppEvents>((error) => {
    throw error;
  });

it('are kept, and told of when they are saved', async () => {
  await using folder = await tempFolder();
  const state = openTestState(folder.path);
  const told: string[] = [];
  const bus = events();
  bus.on('music-rules-changed', () => void told.push('changed'));
  const rules = await createMusicRules({ query: state.query, events: bus });
  expect(rules.current()).toEqual(initialRules);
  const other: Rules = { ...initialRules, never_split: ['Earth; Wind'], articles: 'Der' };
  await rules.save(other);
  expect([rules.current(), rules.settings().splitting.never, told]).toEqual([
    other,
    ['Earth; Wind'],
    ['changed'],
  ]);
  expect((await createMusicRules({ query: state.query, events: bus })).current()).toEqual(other);
  state.close();
});

it('say what they would change, as it then comes', async () => {
  await using folder = await tempFolder();
  await library()
    .song('1.mp3', { title: '1', artist: 'Earth; Wind', album: 'The Sun', genre: 'Rock/Pop' })
    .song('2.mp3', { title: '2', artist: 'Earth; Wind', album: 'Moon', genre: 'Jazz' })
    .song('3.mp3', { title: '3', artist: 'The Bo', genre: 'Rock/Pop', composer: 'Xa + Yb' })
    .song('4.mp3', { title: '4', artist: 'Earth; Sky', album: 'Moon' })
    .writeTo(folder.join('music'));
  await using scanner = createTestScanner(folder.join('data'));
  scanner.sources = [{ name: 'M', realPath: folder.join('music') }];
  await scanner.scan();
  const state = openTestState(folder.path);
  const rules = await createMusicRules({ query: state.query, events: events() });
  const { tagTexts, music } = createEmbeddedReading({ raw: scanner.library });
  expect(await rules.attempt(initialRules, tagTexts)).toMatchObject({ change_count: 0, moves: [] });
  const tried: Rules = {
    people_separators: ['; ', ' + '],
    genre_separators: [],
    never_split: ['earth; wind'],
    articles: '',
  };
  const trial = await rules.attempt(tried, tagTexts);
  const expected: MusicRulesTrial = {
    changed_song_count: 3,
    change_count: 3,
    changes: [
      {
        field: 'artists',
        text: 'Earth; Wind',
        before: ['Earth', 'Wind'],
        after: ['Earth; Wind'],
        song_count: 2,
      },
      { field: 'genres', text: 'Rock/Pop', before: ['Rock', 'Pop'], after: ['Rock/Pop'], song_count: 2 },
      { field: 'composers', text: 'Xa + Yb', before: ['Xa + Yb'], after: ['Xa', 'Yb'], song_count: 1 },
    ],
    moved_artist_count: 1,
    moved_album_count: 1,
    moves: [
      { kind: 'artist', name: 'The Bo', letter_before: 'B', letter_after: 'T' },
      { kind: 'album', name: 'The Sun', letter_before: 'S', letter_after: 'T' },
    ],
  };
  expect(trial).toEqual(expected);
  await rules.save(tried);
  scanner.model = rules.settings();
  await scanner.settle();
  const artists = await music.artists({ offset: 0, limit: 20 });
  expect(artists.entries.map(({ name }) => name)).toEqual([
    'Earth',
    'Earth; Wind',
    'Sky',
    'The Bo',
    'Xa',
    'Yb',
  ]);
  expect(await rules.attempt(tried, tagTexts)).toMatchObject({ change_count: 0, moves: [] });
  state.close();
});
