import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { songNamed } from '../../player/core/test-songs.ts';
import { seekSeconds } from '../../player/ui/seek-steps.ts';
import { toggleColumn } from '../../storage/columns-setting.ts';
import { fakeServer } from '../../test-kit/fake-server.ts';
import { asUser } from '../../test-kit/render-screen.tsx';
import { targetOf } from '../item-actions/play-target.ts';
import { renderCollection, songButton } from '../parts/test-collection.tsx';
import { ItemList } from './item-list.tsx';
import { chooseVerb, focused, folder, pressKey, showList, songs } from './test-item-list.tsx';

const ratedAnswer = {
  songs: [{ path: songNamed('two').path, id: '2', starred_at_ms: null, rating: 4 }],
  albums: [],
  artists: [],
};

const doubleClick = (element: HTMLElement) => {
  fireEvent.click(element, { detail: 1 });
  fireEvent.click(element, { detail: 2 });
  fireEvent.doubleClick(element, { detail: 2 });
};

describe('a list of songs', () => {
  it('queues a song at a click', () => {
    const { titles } = showList(songs);
    fireEvent.click(songButton('one'), { detail: 1 });
    fireEvent.click(songButton('three'), { detail: 1 });
    expect(titles()).toEqual(['one', 'three']);
  });

  it('plays a song at a double click, after the current one and only once in the queue', () => {
    const { titles, currentTitle } = showList(songs);
    for (const title of ['one', 'two']) fireEvent.click(songButton(title), { detail: 1 });
    doubleClick(songButton('three'));
    expect(titles()).toEqual(['one', 'three', 'two']);
    expect(currentTitle()).toBe('three');
  });

  it('plays a song that is in the queue already as another entry', () => {
    const { titles, currentTitle } = showList(songs);
    fireEvent.click(songButton('one'), { detail: 1 });
    fireEvent.click(songButton('two'), { detail: 1 });
    doubleClick(songButton('one'));
    expect(titles()).toEqual(['one', 'one', 'two']);
    expect(currentTitle()).toBe('one');
  });

  it('plays at Enter and queues at Space', () => {
    const { titles, currentTitle } = showList(songs);
    songButton('one').focus();
    pressKey(' ');
    pressKey('ArrowDown');
    pressKey('Enter');
    expect(titles()).toEqual(['one', 'two']);
    expect(currentTitle()).toBe('two');
  });

  it('is one Tab stop, and moves within by keys', () => {
    showList(songs);
    const buttons = within(screen.getByRole('grid')).getAllByRole('button');
    expect(buttons.filter((button) => button.tabIndex === 0)).toEqual([songButton('one')]);
    songButton('one').focus();
    pressKey('ArrowDown');
    expect(focused()).toContain('two');
    pressKey('End');
    expect(focused()).toContain('four');
    pressKey('ArrowDown');
    expect(focused()).toContain('four');
    pressKey('Home');
    expect(focused()).toContain('one');
  });

  it('tells how a song is rated with its row', async () => {
    fakeServer({ 'POST /annotations': ratedAnswer });
    showList(songs);
    expect(await within(songButton('two')).findByRole('img', { name: '4 stars' })).toBeDefined();
    expect(within(songButton('one')).queryByRole('img')).toBeNull();
  });

  it('has stars in a column that people chose, whose press only rates', async () => {
    const server = fakeServer({ 'POST /annotations': ratedAnswer, 'PUT /annotations/rating': undefined });
    asUser('ann');
    toggleColumn('rating');
    onTestFinished(() => toggleColumn('rating'));
    const { titles } = showList(songs);
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
    const { engine } = showList(songs);
    songButton('one').focus();
    pressKey(' ');
    engine.soundAt(60);
    pressKey('ArrowRight');
    pressKey('ArrowLeft');
    expect(engine.seeks).toEqual([60 + seekSeconds, 60]);
    expect(focused()).toContain('one');
  });

  it('takes Left and Right where cards stand side by side, at the edges too', () => {
    const { actions, engine } = showList(['Music/Heron', 'Music/Ibis'].map(folder), 'cards');
    act(() => actions.addToQueue([songNamed('one')]));
    engine.soundAt(60);
    screen.getByRole('link', { name: /Heron/ }).focus();
    pressKey('ArrowLeft');
    pressKey('ArrowRight');
    expect(focused()).toContain('Ibis');
    expect(engine.seeks).toEqual([]);
  });

  it('opens one menu of three verbs by right click, Shift+F10 and its button', async () => {
    const { titles, currentTitle } = showList(songs);
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
    await chooseVerb('Add to queue');
    songButton('two').focus();
    pressKey('F10', { shiftKey: true });
    await chooseVerb('Play next');
    fireEvent.click(screen.getByRole('button', { name: 'Actions for three' }));
    await chooseVerb('Play now');
    expect(titles()).toEqual(['one', 'three', 'two']);
    expect(currentTitle()).toBe('three');
  });

  it('marks the song that plays', () => {
    showList(songs);
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
    await chooseVerb('Add to queue');
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
