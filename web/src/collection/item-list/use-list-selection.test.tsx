import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { songNamed } from '../../player/core/test-songs.ts';
import { fakeServer } from '../../test-kit/fake-server.ts';
import { songButton } from '../parts/test-collection.tsx';
import { chooseVerb, folder, pressKey, showList, songs } from './test-item-list.tsx';

describe('a list of songs', () => {
  it('chooses several with Ctrl and Shift, and does the verbs with all of them', async () => {
    const { titles } = showList(songs);
    fireEvent.click(songButton('two'), { ctrlKey: true });
    fireEvent.click(songButton('four'), { shiftKey: true });
    expect(titles()).toEqual([]);
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(3);
    fireEvent.contextMenu(songButton('three'));
    await chooseVerb('Add to queue');
    expect(titles()).toEqual(['two', 'three', 'four']);
  });

  it('chooses several with a finger, and does a verb with them from their bar', async () => {
    const { titles } = showList(songs);
    vi.useFakeTimers();
    const finger = { pointerType: 'touch', clientX: 5, clientY: 5 };
    fireEvent.pointerDown(songButton('two'), finger);
    act(() => void vi.advanceTimersByTime(600));
    vi.useRealTimers();
    fireEvent.pointerUp(songButton('two'), finger);
    fireEvent.click(songButton('two'));
    await chooseVerb('Select');
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
    showList(songs);
    fireEvent.click(songButton('two'), { ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Clear the selection' }));
    expect(screen.queryAllByRole('gridcell', { selected: true })).toHaveLength(0);
  });

  it.each(['Clear the selection', 'Add to queue'])(
    'has the focus again after %s in the bar',
    async (name) => {
      showList(songs);
      fireEvent.click(songButton('two'), { ctrlKey: true });
      const button = await screen.findByRole('button', { name });
      button.focus();
      fireEvent.click(button);
      expect(document.activeElement).toBe(songButton('two'));
    },
  );

  it('acts on the item alone when it is not among the chosen ones', async () => {
    const { titles } = showList(songs);
    fireEvent.click(songButton('two'), { ctrlKey: true });
    fireEvent.contextMenu(songButton('four'));
    await chooseVerb('Add to queue');
    expect(titles()).toEqual(['four']);
  });

  it('chooses all with Ctrl+A and none with Escape', () => {
    showList(songs);
    songButton('one').focus();
    pressKey('a', { ctrlKey: true });
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(4);
    pressKey('Escape');
    expect(screen.queryAllByRole('gridcell', { selected: true })).toHaveLength(0);
  });

  it('carries what is dragged: the chosen songs, or a folder whose songs come later', async () => {
    const { player } = showList([...songs, folder('Music/Heron')]);
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
});
