import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { itemFromDirectory, itemFromSong } from '../../api/collection.ts';
import { songNamed } from '../../player/core/test-songs.ts';
import { seekSeconds } from '../../player/ui/seek-steps.ts';
import { toggleColumn } from '../../storage/columns-setting.ts';
import { fakeServer } from '../../test-kit/fake-server.ts';
import { asUser } from '../../test-kit/render-screen.tsx';
import { type ListItem, targetOf } from '../item-actions/play-target.ts';
import { renderCollection, songButton } from '../parts/test-collection.tsx';
import { ItemList } from './item-list.tsx';
import type { Stretch } from './layout.ts';

const songs = ['one', 'two', 'three', 'four'].map((name) => itemFromSong(songNamed(name)));
const folder = (path: string): ListItem =>
  itemFromDirectory({ path, artist: null, year: null, album: null, artwork: null, date_added: 0 });

const show = (items: readonly ListItem[], kind: Stretch['kind'] = 'rows') =>
  renderCollection(
    <ItemList
      label="Things"
      stretches={[{ key: 'things', kind, itemCount: items.length }]}
      itemAt={(index) => items[index]}
    />,
  );
const ratedAnswer = {
  songs: [{ path: songNamed('two').path, id: '2', starred_at_ms: null, rating: 4 }],
  albums: [],
  artists: [],
};
const focused = () => document.activeElement?.textContent ?? '';
const key = (name: string, how: Partial<KeyboardEvent> = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key: name, ...how });
const verb = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }));
const doubleClick = (element: HTMLElement) => {
  fireEvent.click(element, { detail: 1 });
  fireEvent.click(element, { detail: 2 });
  fireEvent.doubleClick(element, { detail: 2 });
};

describe('a list of songs', () => {
  it('queues a song at a click', () => {
    const { titles } = show(songs);
    fireEvent.click(songButton('one'), { detail: 1 });
    fireEvent.click(songButton('three'), { detail: 1 });
    expect(titles()).toEqual(['one', 'three']);
  });

  it('plays a song at a double click, after the current one and only once in the queue', () => {
    const { titles, currentTitle } = show(songs);
    for (const title of ['one', 'two']) fireEvent.click(songButton(title), { detail: 1 });
    doubleClick(songButton('three'));
    expect(titles()).toEqual(['one', 'three', 'two']);
    expect(currentTitle()).toBe('three');
  });

  it('plays a song that is in the queue already as another entry', () => {
    const { titles, currentTitle } = show(songs);
    fireEvent.click(songButton('one'), { detail: 1 });
    fireEvent.click(songButton('two'), { detail: 1 });
    doubleClick(songButton('one'));
    expect(titles()).toEqual(['one', 'one', 'two']);
    expect(currentTitle()).toBe('one');
  });

  it('plays at Enter and queues at Space', () => {
    const { titles, currentTitle } = show(songs);
    songButton('one').focus();
    key(' ');
    key('ArrowDown');
    key('Enter');
    expect(titles()).toEqual(['one', 'two']);
    expect(currentTitle()).toBe('two');
  });

  it('is one Tab stop, and moves within by keys', () => {
    show(songs);
    const buttons = within(screen.getByRole('grid')).getAllByRole('button');
    expect(buttons.filter((button) => button.tabIndex === 0)).toEqual([songButton('one')]);
    songButton('one').focus();
    key('ArrowDown');
    expect(focused()).toContain('two');
    key('End');
    expect(focused()).toContain('four');
    key('ArrowDown');
    expect(focused()).toContain('four');
    key('Home');
    expect(focused()).toContain('one');
  });

  it('tells how a song is rated with its row', async () => {
    fakeServer({ 'POST /annotations': ratedAnswer });
    show(songs);
    expect(await within(songButton('two')).findByRole('img', { name: '4 stars' })).toBeDefined();
    expect(within(songButton('one')).queryByRole('img')).toBeNull();
  });

  it('has stars in a column that people chose, whose press only rates', async () => {
    const server = fakeServer({ 'POST /annotations': ratedAnswer, 'PUT /annotations/rating': undefined });
    asUser('ann');
    toggleColumn('rating');
    onTestFinished(() => toggleColumn('rating'));
    const { titles } = show(songs);
    const stars = await screen.findByRole('group', { name: 'Rating: one' });
    fireEvent.click(within(stars).getByRole('button', { name: '5 stars' }));
    expect(within(songButton('one')).getByRole('img', { name: '5 stars' })).toBeDefined();
    await waitFor(() =>
      expect(server.callsOf('PUT /annotations/rating')[0]?.body).toMatchObject({
        songs: [songNamed('one').path],
        rating: 5,
      }),
    );
    expect(titles()).toEqual([]);
    const tabStops = within(stars)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0);
    expect(tabStops).toEqual([]);
  });

  it('leaves Left and Right to the player, which seeks', () => {
    const { engine } = show(songs);
    songButton('one').focus();
    key(' ');
    engine.soundAt(60);
    key('ArrowRight');
    key('ArrowLeft');
    expect(engine.seeks).toEqual([60 + seekSeconds, 60]);
    expect(focused()).toContain('one');
  });

  it('takes Left and Right where cards stand side by side, at the edges too', () => {
    const { actions, engine } = show(['Music/Heron', 'Music/Ibis'].map(folder), 'cards');
    act(() => actions.addToQueue([songNamed('one')]));
    engine.soundAt(60);
    screen.getByRole('link', { name: /Heron/ }).focus();
    key('ArrowLeft');
    key('ArrowRight');
    expect(focused()).toContain('Ibis');
    expect(engine.seeks).toEqual([]);
  });

  it('opens one menu of three verbs by right click, Shift+F10 and its button', async () => {
    const { titles, currentTitle } = show(songs);
    fireEvent.contextMenu(songButton('one'));
    const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(names).toEqual([
      'Play now',
      'Play next',
      'Add to queue',
      'Add to playlist…',
      'Add to favourites',
      'Rate…',
      'Go to album',
      'Go to artist',
      'Show in folder',
      'Details',
      'Download',
    ]);
    await verb('Add to queue');
    songButton('two').focus();
    key('F10', { shiftKey: true });
    await verb('Play next');
    fireEvent.click(screen.getByRole('button', { name: 'Actions for three' }));
    await verb('Play now');
    expect(titles()).toEqual(['one', 'three', 'two']);
    expect(currentTitle()).toBe('three');
  });

  it('chooses several with Ctrl and Shift, and does the verbs with all of them', async () => {
    const { titles } = show(songs);
    fireEvent.click(songButton('two'), { ctrlKey: true });
    fireEvent.click(songButton('four'), { shiftKey: true });
    expect(titles()).toEqual([]);
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(3);
    fireEvent.contextMenu(songButton('three'));
    await verb('Add to queue');
    expect(titles()).toEqual(['two', 'three', 'four']);
  });

  it('chooses several with a finger, and does a verb with them from their bar', async () => {
    const { titles } = show(songs);
    vi.useFakeTimers();
    const finger = { pointerType: 'touch', clientX: 5, clientY: 5 };
    fireEvent.pointerDown(songButton('two'), finger);
    act(() => void vi.advanceTimersByTime(600));
    vi.useRealTimers();
    fireEvent.pointerUp(songButton('two'), finger);
    fireEvent.click(songButton('two'));
    await verb('Select');
    fireEvent.click(songButton('four'));
    fireEvent.click(songButton('one'));
    fireEvent.click(songButton('one'));
    expect((await screen.findByRole('toolbar')).textContent).toContain('2 selected');
    expect(titles()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Add to queue' }));
    expect(titles()).toEqual(['two', 'four']);
    expect(screen.queryByRole('toolbar')).toBeNull();
    fireEvent.click(songButton('one'));
    expect(titles()).toEqual(['two', 'four', 'one']);
  });

  it('lets go of all that is chosen from the bar', async () => {
    show(songs);
    fireEvent.click(songButton('two'), { ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Clear the selection' }));
    expect(screen.queryAllByRole('gridcell', { selected: true })).toHaveLength(0);
  });

  it.each(['Clear the selection', 'Add to queue'])(
    'has the focus again after %s in the bar',
    async (name) => {
      show(songs);
      fireEvent.click(songButton('two'), { ctrlKey: true });
      const button = await screen.findByRole('button', { name });
      button.focus();
      fireEvent.click(button);
      expect(document.activeElement).toBe(songButton('two'));
    },
  );

  it('acts on the item alone when it is not among the chosen ones', async () => {
    const { titles } = show(songs);
    fireEvent.click(songButton('two'), { ctrlKey: true });
    fireEvent.contextMenu(songButton('four'));
    await verb('Add to queue');
    expect(titles()).toEqual(['four']);
  });

  it('chooses all with Ctrl+A and none with Escape', () => {
    show(songs);
    songButton('one').focus();
    key('a', { ctrlKey: true });
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(4);
    key('Escape');
    expect(screen.queryAllByRole('gridcell', { selected: true })).toHaveLength(0);
  });

  it('carries what is dragged: the chosen songs, or a folder whose songs come later', async () => {
    const { player } = show([...songs, folder('Music/Heron')]);
    const dataTransfer = { setData() {}, setDragImage() {}, effectAllowed: '' };
    fireEvent.click(songButton('one'), { ctrlKey: true });
    fireEvent.click(songButton('two'), { ctrlKey: true });
    fireEvent.dragStart(songButton('one'), { dataTransfer });
    expect(player.drag.store.getState().payload).toMatchObject({
      kind: 'songs',
      songs: [{ title: 'one' }, { title: 'two' }],
    });
    fakeServer({ 'GET /flatten/Music/Heron': [songNamed('five')] });
    fireEvent.dragStart(screen.getByRole('link', { name: /Heron/ }), { dataTransfer });
    const { payload } = player.drag.store.getState();
    if (payload?.kind !== 'later') throw new Error('Expected songs that come later');
    expect(await payload.load()).toMatchObject([{ title: 'five' }]);
  });

  it('jumps to what is typed, and goes on with the same letter', () => {
    show([...songs, folder('Music/Ångström'), folder('Music/Manta')]);
    songButton('one').focus();
    key('t');
    expect(focused()).toContain('two');
    key('h');
    expect(focused()).toContain('three');
    expect(document.querySelector('[class*="typed"]')?.textContent).toBe('th');
  });

  it('goes on with the same letter, and begins with an apostrophe where a letter is a shortcut', () => {
    show([...songs, folder('Music/Ångström'), folder('Music/Manta')]);
    songButton('one').focus();
    key('t');
    key('t');
    expect(focused()).toContain('three');
    songButton('one').focus();
    key('Backspace');
    key('Backspace');
    for (const letter of 'ang') key(letter);
    expect(focused()).toContain('Ångström');
  });

  it('leaves letters that are shortcuts alone, but not after an apostrophe', async () => {
    vi.useFakeTimers();
    show([...songs, folder('Music/Manta')]);
    songButton('one').focus();
    key('m');
    expect(focused()).toContain('one');
    key("'");
    key('m');
    expect(focused()).toContain('Manta');
    act(() => void vi.advanceTimersByTime(1_100));
    vi.useRealTimers();
    expect(document.querySelector('[class*="typed"]')).toBeNull();
  });

  it('marks the song that plays', () => {
    show(songs);
    fireEvent.click(songButton('two'), { detail: 1 });
    expect(within(songButton('two')).getByText('Now playing')).toBeDefined();
  });
});

describe('a list with headings', () => {
  const showDiscs = () =>
    renderCollection(
      <ItemList
        label="Discs"
        stretches={[
          { key: 'one', kind: 'heading', itemCount: 0 },
          { key: 'songs', kind: 'tracks', itemCount: 100 },
        ]}
        headings={{ one: { text: 'Disc 1', targets: songs.map(targetOf) } }}
        itemAt={(index) => songs[index % songs.length]}
      />,
    );

  it('has their menus among the Tab stops', async () => {
    const { titles } = showDiscs();
    const buttons = within(screen.getByRole('grid')).getAllByRole('button');
    const more = screen.getByRole('button', { name: 'Actions for Disc 1' });
    expect(buttons.filter((button) => button.tabIndex === 0)).toEqual([more, songButton('one')]);
    more.focus();
    fireEvent.click(more);
    await verb('Add to queue');
    expect(titles()).toEqual(['one', 'two', 'three', 'four']);
    expect(document.activeElement).toBe(more);
  });

  it('keeps the one that has the focus while others scroll by', () => {
    showDiscs();
    const more = screen.getByRole('button', { name: 'Actions for Disc 1' });
    more.focus();
    document.documentElement.scrollTop = 3_000;
    fireEvent.scroll(document.documentElement);
    const rowIndexes = screen.getAllByRole('row').map((row) => Number(row.getAttribute('aria-rowindex')));
    expect(rowIndexes.slice(0, 3)).toEqual([1, 2, expect.any(Number)]);
    expect(rowIndexes[2]).toBeGreaterThan(50);
    expect(document.activeElement).toBe(more);
  });
});

describe('going back to a list', () => {
  it('finds the selection and the keyboard where they were', async () => {
    window.history.replaceState(
      { view: { list: 'Things', scrollTop: 40, activeItem: 2, selectedItems: [1, 2] } },
      '',
    );
    show(songs);
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(2);
    expect(focused()).toContain('three');
    await waitFor(() => expect(document.documentElement.scrollTop).toBe(40));
  });

  it('forgets what was remembered of another list', () => {
    const view = { list: 'Others', scrollTop: 40, activeItem: 2, selectedItems: [1] };
    window.history.replaceState({ view }, '');
    show(songs);
    expect(screen.queryAllByRole('gridcell', { selected: true })).toHaveLength(0);
    expect(document.activeElement).toBe(document.body);
  });

  it('remembers them in the entry of the history before a click leads away', () => {
    show([...songs, folder('Music/Heron')]);
    fireEvent.click(songButton('two'), { ctrlKey: true });
    fireEvent.click(document.body.appendChild(document.createElement('a')));
    expect(window.history.state).toMatchObject({ view: { activeItem: 1, selectedItems: [1] } });
  });
});
