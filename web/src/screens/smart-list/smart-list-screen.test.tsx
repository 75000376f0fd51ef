import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { renderCollection } from '../../collection/parts/test-collection.tsx';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { songNamed } from '../../player/core/test-songs.ts';
import { fakeServer, problem, type SeenCall } from '../../test-kit/fake-server.ts';
import { PlaylistsScreen } from '../playlists/playlists-screen.tsx';
import { SaveSearch } from '../search/save-search.tsx';
import { SmartListScreen } from './smart-list-screen.tsx';

const name = '4 * / more?';
const query = 'rating >= 4';
const wire = (...titles: string[]) => ({
  songs: titles.map((title) => ({ path: songNamed(title).path, title })),
  total: titles.length,
  forgiven: null,
});
/** A server that keeps smart lists and finds two songs. */
const smartServer = (lists: { name: string; query: string }[] = [{ name, query }]) => {
  const kept = new Map(lists.map((list) => [list.name, list.query]));
  const put =
    (path: string) =>
    (call: SeenCall): Response | undefined => {
      const { query: text, renamed_from: before } = call.body as { query: string; renamed_from?: string };
      if (text.endsWith(':')) {
        const body = { code: 'invalid_query', detail: 'A value is missing here.', at: 7, status: 400 };
        return new Response(JSON.stringify(body), { status: 400 });
      }
      if (before !== undefined) kept.delete(before);
      kept.set(path, text);
      return undefined;
    };
  const server = fakeServer({
    'GET /playlists': [],
    'GET /smart_lists': () => [...kept].map(([key, text]) => ({ name: key, query: text, changed_at_ms: 0 })),
    'GET /find_songs': wire('a', 'b'),
  });
  for (const one of [name, 'Other', 'Best']) {
    server.answer({
      [`PUT /smart_list/${one}`]: put(one),
      [`DELETE /smart_list/${one}`]: () => void kept.delete(one),
    });
  }
  return { server, kept };
};
const press = async (label: string) => fireEvent.click(await screen.findByRole('button', { name: label }));
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });

beforeEach(() => navigate(paths.smartList(name)));

it('stands with the playlists, with its query, and queues what it finds', async () => {
  const { server } = smartServer();
  const { titles } = renderCollection(<PlaylistsScreen />);
  const link = await screen.findByRole('link', { name: `${name}Smart list · ${query}` });
  expect(link.getAttribute('href')).toBe('#/smart-list/4%20*%20%2F%20more%3F');
  fireEvent.contextMenu(link);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to queue' }));
  await waitFor(() => expect(titles()).toEqual(['a', 'b']));
  expect(server.callsOf('GET /find_songs')[0]?.query.get('exact')).toBe('true');
});

/** The screen, and a way to leave it and to come back. */
function Leavable() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Elsewhere
      </button>
      {isOpen && <SmartListScreen name={name} />}
    </>
  );
}

it('plays, and is asked for anew whenever it is opened', async () => {
  const { server } = smartServer();
  const { titles } = renderCollection(<Leavable />);
  expect(await screen.findByText('2 songs')).toBeDefined();
  await press('Play');
  await waitFor(() => expect(titles()).toEqual(['a', 'b']));
  server.answer({ 'GET /find_songs': wire() });
  await press('Elsewhere');
  await press('Elsewhere');
  expect(await screen.findByText('Nothing in the collection answers this query now.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});

it('gets another name and query; a name that is taken and a fault are said at their fields', async () => {
  const { kept } = smartServer([
    { name, query },
    { name: 'Other', query: 'plays > 1' },
  ]);
  renderCollection(<SmartListScreen name={name} />);
  await press('Edit the smart list');
  const dialog = within(await screen.findByRole('dialog'));
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  fill('Name', 'Other');
  save();
  expect(await dialog.findByText('There is a smart list of this name already.')).toBeDefined();
  fill('Name', ' Best ');
  fill('Query', 'rating:');
  save();
  expect(await dialog.findByText('A value is missing here.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Query' })));
  fill('Query', 'rating:5');
  save();
  await waitFor(() => expect(window.location.hash).toBe('#/smart-list/Best'));
  expect([...kept]).toEqual([
    ['Other', 'plays > 1'],
    ['Best', 'rating:5'],
  ]);
});

it('is deleted and brought back', async () => {
  const { kept } = smartServer();
  renderCollection(<SmartListScreen name={name} />);
  await press('Delete');
  await waitFor(() => expect(window.location.hash).toBe('#/playlists'));
  expect(kept.size).toBe(0);
  await press('Undo');
  await waitFor(() => expect(kept.get(name)).toBe(query));
});

it('stays when it could not be deleted', async () => {
  const { server, kept } = smartServer();
  server.answer({ [`DELETE /smart_list/${name}`]: problem(507, 'storage_full') });
  renderCollection(<SmartListScreen name={name} />);
  await press('Delete');
  expect(await screen.findByText(`Smart list '${name}' could not be deleted.`)).toBeDefined();
  expect(window.location.hash).toBe(paths.smartList(name));
  expect(kept.size).toBe(1);
});

it('says that there is none of this name', async () => {
  smartServer([]);
  renderCollection(<SmartListScreen name={name} />);
  expect((await screen.findByRole('alert')).textContent).toContain('There is no smart list of this name.');
});

it('is made of a search', async () => {
  const { kept } = smartServer([]);
  renderCollection(<SaveSearch query={query} />);
  await press('Save as smart list…');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Query' }).value).toBe(query);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  fill('Name', 'Best');
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await press('Open');
  expect(window.location.hash).toBe('#/smart-list/Best');
  expect([...kept]).toEqual([['Best', query]]);
});
