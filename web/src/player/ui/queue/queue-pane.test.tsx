import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeServer, problem } from '../../../test-kit/fake-server.ts';
import { songNamed } from '../../core/test-songs.ts';
import { renderPlayer } from '../render-player.tsx';
import { QueueList, QueuePane } from './queue-pane.tsx';

const list = () => screen.getByRole('grid', { name: 'Current playlist' });
const rows = () => within(list()).getAllByRole('row');
const rowOf = (title: string) => {
  const row = rows().find((candidate) => candidate.textContent?.includes(title));
  if (row === undefined) throw new Error(`No row shows ${title}`);
  return row;
};
const selectedTitles = () =>
  rows()
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => row.querySelector('[role=gridcell] > span:not([class*=mark])')?.textContent);
const button = (name: string) => screen.getByRole('button', { name });
const press = (key: string, how: Partial<KeyboardEvent> = {}) => fireEvent.keyDown(list(), { key, ...how });
const letters = ['a1', 'b2', 'c3', 'd4', 'e5'];

// As in the page, where it comes with the player.
beforeAll(() => {
  QueueList.preload();
  return vi.dynamicImportSettled();
});
afterEach(() => vi.useRealTimers());

describe('the queue pane', () => {
  it('says how to begin when it is empty', () => {
    renderPlayer(<QueuePane />);
    expect(screen.getByRole('heading').textContent).toBe('Playlist');
    expect(screen.getByText('Make a playlist by dragging music from your collection to here.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Clear playlist' })).toHaveProperty('disabled', true);
  });

  it('shows the name, each entry with its length, the sum and the playing one', () => {
    const { actions } = renderPlayer(<QueuePane />, letters);
    act(() => actions.setPlaylistName('Evening'));
    expect(screen.getByRole('heading').textContent).toBe('Evening');
    expect(screen.getByText('15m')).toBeDefined();
    expect(rowOf('b2').textContent).toContain('3:00');
    expect(rowOf('a1').getAttribute('aria-current')).toBe('true');
    expect(rowOf('a1').textContent).toContain('Now playing');
    expect(list().getAttribute('aria-rowcount')).toBe('5');
  });

  it('tells beside its length how an entry is rated', async () => {
    const rated = { path: songNamed('b2').path, id: '2', starred_at_ms: null, rating: 3 };
    fakeServer({ 'POST /annotations': { songs: [rated], albums: [], artists: [] } });
    renderPlayer(<QueuePane />, letters);
    expect(await within(rowOf('b2')).findByRole('img', { name: '3 stars' })).toBeDefined();
    expect(within(rowOf('c3')).queryByRole('img')).toBeNull();
  });

  it('renders what fits and two rows more, however long the queue is', async () => {
    const { actions, currentTitle } = renderPlayer(
      <QueuePane />,
      Array.from({ length: 5000 }, (_, index) => `song ${index}`),
    );
    expect(rows()).toHaveLength(12);
    list().scrollTop = 31 * 30;
    fireEvent.scroll(list());
    expect(rows()).toHaveLength(12);
    expect(Math.min(...rows().map((row) => Number(row.getAttribute('aria-rowindex'))))).toBe(31);
    act(() => actions.playEntry(4001));
    expect(currentTitle()).toBe('song 4000');
    await waitFor(() => expect(list().scrollTop).toBe(3990 * 30));
  });

  it('moves a row by its grip under a finger, without playing it', () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    const { currentTitle, titles } = renderPlayer(<QueuePane />, letters);
    const before = currentTitle();
    const grip = rowOf('a1').querySelector('[data-grip]');
    if (grip === null) throw new Error('no grip');
    const finger = { pointerId: 7, pointerType: 'touch', isPrimary: true };
    fireEvent.pointerDown(grip, { ...finger, clientY: 15 });
    fireEvent.pointerMove(list(), { ...finger, clientY: 92 });
    fireEvent.pointerUp(list(), { ...finger, clientY: 92 });
    fireEvent.click(grip);
    expect(titles()).toEqual(['b2', 'c3', 'a1', 'd4', 'e5']);
    expect(currentTitle()).toBe(before);
    vi.unstubAllGlobals();
  });

  it('plays the clicked entry, and removes one by its [-]', () => {
    const { currentTitle, titles } = renderPlayer(<QueuePane />, letters);
    fireEvent.click(rowOf('c3'));
    expect(currentTitle()).toBe('c3');
    const remove = screen.getByRole('button', { name: 'Remove b2' });
    expect(remove.textContent).toBe('[-]');
    fireEvent.click(remove);
    expect(titles()).toEqual(['a1', 'c3', 'd4', 'e5']);
    expect(currentTitle()).toBe('c3');
  });

  it('keeps the focus when the row goes whose [-] was pressed', () => {
    renderPlayer(<QueuePane />, letters);
    const remove = screen.getByRole('button', { name: 'Remove e5' });
    remove.focus();
    fireEvent.click(remove);
    expect(document.activeElement).toBe(list());
  });

  it.each([
    [
      'Delete',
      () => list().focus(),
      () => ['a', 'Delete'].map((key) => press(key, { ctrlKey: key === 'a' })),
    ],
    ['[-]', () => button('Remove a1').focus(), () => fireEvent.click(button('Remove a1'))],
    ['its button', () => button('Clear playlist').focus(), () => fireEvent.click(button('Clear playlist'))],
  ])('takes the focus that was in it when it is emptied by %s', (_, focusIn, empty) => {
    const { titles } = renderPlayer(<QueuePane />, ['a1']);
    focusIn();
    empty();
    expect(titles()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Current playlist' }));
  });

  it('leaves the focus where it is when it is emptied from elsewhere', () => {
    const { actions } = renderPlayer(
      <>
        <button type="button">Elsewhere</button>
        <QueuePane />
      </>,
      letters,
    );
    screen.getByText('Elsewhere').focus();
    act(() => actions.clear());
    expect(document.activeElement).toBe(screen.getByText('Elsewhere'));
  });

  it('offers for a while to take a removal back', () => {
    const { titles } = renderPlayer(<QueuePane />, letters);
    fireEvent.click(screen.getByRole('button', { name: 'Clear playlist' }));
    expect(titles()).toEqual([]);
    expect(screen.getByText('Playlist cleared')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(titles()).toEqual(letters);
    expect(screen.queryByText('Playlist cleared')).toBeNull();
  });

  it('chooses with Ctrl and Shift without playing, and with Ctrl+A', () => {
    const { currentTitle } = renderPlayer(<QueuePane />, letters);
    fireEvent.click(rowOf('b2'), { ctrlKey: true });
    fireEvent.click(rowOf('d4'), { shiftKey: true });
    expect(selectedTitles()).toEqual(['b2', 'c3', 'd4']);
    expect(currentTitle()).toBe('a1');
    press('a', { ctrlKey: true });
    expect(selectedTitles()).toEqual(letters);
    press('Escape');
    expect(selectedTitles()).toEqual([]);
  });

  it('is worked wholly by the keyboard', () => {
    const { titles, currentTitle } = renderPlayer(<QueuePane />, letters);
    press('ArrowDown');
    press('ArrowDown');
    press('ArrowDown', { shiftKey: true });
    expect(selectedTitles()).toEqual(['b2', 'c3']);
    expect(list().getAttribute('aria-activedescendant')).toBe(rowOf('c3').id);
    press('ArrowDown', { altKey: true });
    expect(titles()).toEqual(['a1', 'd4', 'b2', 'c3', 'e5']);
    expect(screen.getByText('b2 moved to position 3')).toBeDefined();
    press('ArrowUp', { altKey: true });
    expect(titles()).toEqual(letters);
    press('Delete');
    expect(titles()).toEqual(['a1', 'd4', 'e5']);
    expect(list().getAttribute('aria-activedescendant')).toBe(rowOf('e5').id);
    press('Enter');
    expect(currentTitle()).toBe('e5');
    press('Home');
    expect(selectedTitles()).toEqual(['a1']);
  });

  it('opens the three verbs on a right click, for what is chosen', async () => {
    const { titles, currentTitle } = renderPlayer(<QueuePane />, letters);
    fireEvent.click(rowOf('d4'), { ctrlKey: true });
    fireEvent.click(rowOf('e5'), { ctrlKey: true });
    fireEvent.contextMenu(rowOf('e5'));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'Play now',
      'Play next',
      'Add to queue',
      'Add to playlist…',
      'Move up',
      'Move down',
      'Remove',
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Play next' }));
    expect(titles()).toEqual(['a1', 'd4', 'e5', 'b2', 'c3']);
    expect(currentTitle()).toBe('a1');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('changes the order of playing', () => {
    const { state } = renderPlayer(<QueuePane />, letters);
    fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), { target: { value: 'repeat-all' } });
    expect(state().order).toBe('repeat-all');
  });
});

describe('dragging', () => {
  const dataTransfer = { setData: vi.fn(), setDragImage: vi.fn(), effectAllowed: '', dropEffect: '' };
  /** Test pages have no drag events, so that the place has to be added by hand. */
  const drag = (type: 'dragStart' | 'dragOver' | 'drop', target: Element, clientY = 0) => {
    const event = createEvent[type](target, { dataTransfer });
    Object.defineProperty(event, 'clientY', { value: clientY });
    return fireEvent(target, event);
  };

  it('moves entries to where the line is', () => {
    const { titles, player } = renderPlayer(<QueuePane />, letters);
    drag('dragStart', rowOf('e5'));
    drag('dragOver', rowOf('b2'), 31);
    drag('drop', rowOf('b2'), 31);
    fireEvent.dragEnd(rowOf('e5'));
    expect(titles()).toEqual(['a1', 'e5', 'b2', 'c3', 'd4']);
    expect(player.drag.store.getState().payload).toBeNull();
  });

  it('takes songs from anywhere, and what has to be loaded first', async () => {
    const { titles, player } = renderPlayer(<QueuePane />, ['a1', 'b2']);
    player.drag.store.setState({ payload: { kind: 'songs', songs: [songNamed('x')] } });
    drag('drop', rowOf('b2'), 30);
    expect(titles()).toEqual(['a1', 'x', 'b2']);
    player.drag.store.setState({ payload: { kind: 'later', load: async () => [songNamed('y')] } });
    drag('drop', screen.getByRole('heading'), -50);
    await waitFor(() => expect(titles()).toEqual(['a1', 'x', 'b2', 'y']));
  });

  it('leaves alone what is none of its own', () => {
    renderPlayer(<QueuePane />, letters);
    const wasTaken = !drag('dragOver', rowOf('b2'));
    expect(wasTaken).toBe(false);
  });
});

describe('the save popup', () => {
  const open = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save playlist' }));
    return screen.findByLabelText('Playlist name:');
  };

  it('saves the paths under a name, says so and closes after a second', async () => {
    const server = fakeServer({ 'PUT /playlist/Cool': undefined });
    const { state } = renderPlayer(<QueuePane />, ['a1', 'b2']);
    const field = await open();
    expect(field.getAttribute('placeholder')).toBe('Cool Playlist');
    vi.useFakeTimers();
    fireEvent.change(field, { target: { value: 'Cool' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('button', { name: 'Saving…' })).toHaveProperty('disabled', true);
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByRole('button', { name: 'Saved!' })).toBeDefined();
    expect(state().playlistName).toBe('Cool');
    expect(server.callsOf('PUT /playlist/Cool')[0]?.body).toEqual({
      tracks: ['Music/a1.mp3', 'Music/b2.mp3'],
    });
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.queryByLabelText('Playlist name:')).toBeNull();
  });

  it('leaves the next one open when it was closed while it saved', async () => {
    let answer = (_: undefined): void => {};
    fakeServer({ 'PUT /playlist/Cool': () => new Promise((resolve) => (answer = resolve)) });
    renderPlayer(<QueuePane />, ['a1']);
    fireEvent.change(await open(), { target: { value: 'Cool' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await open();
    vi.useFakeTimers();
    answer(undefined);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByLabelText('Playlist name:')).toBeDefined();
  });

  it('says that it failed, and is ready again after a second', async () => {
    fakeServer({ 'PUT /playlist/Cool': problem(500, 'internal') });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    renderPlayer(<QueuePane />, ['a1']);
    const field = await open();
    vi.useFakeTimers();
    fireEvent.change(field, { target: { value: 'Cool' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByRole('button', { name: 'Error :(' })).toBeDefined();
    expect(logged).toHaveBeenCalledOnce();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByRole('button', { name: 'Save' })).toBeDefined();
  });

  it('keeps what is missing from the playlist that the queue came from', async () => {
    const entries = ['Music/a1.mp3', 'Away/missing.mp3', 'Music/b2.mp3'];
    const server = fakeServer({
      'GET /playlist_entries/Evening': entries,
      'GET /playlist/Evening': ['a1', 'b2'].map((title) => songNamed(title)),
      'PUT /playlist/Evening': undefined,
    });
    const { actions } = renderPlayer(<QueuePane />, ['b2', 'a1']);
    act(() => actions.setPlaylistName('Evening'));
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Saved!' })).toBeDefined();
    expect(server.callsOf('PUT /playlist/Evening')[0]?.body).toEqual({
      tracks: ['Music/b2.mp3', 'Music/a1.mp3', 'Away/missing.mp3'],
    });
  });

  it('keeps the name the queue had when it is closed', async () => {
    const { actions, state } = renderPlayer(<QueuePane />, ['a1']);
    act(() => actions.setPlaylistName('Evening'));
    const field = await open();
    fireEvent.change(field, { target: { value: 'Other' } });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(state().playlistName).toBe('Evening');
    expect(((await open()) as HTMLInputElement).value).toBe('Evening');
  });
});
