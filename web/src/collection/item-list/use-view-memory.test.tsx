import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { songButton } from '../parts/test-collection.tsx';
import { focused, folder, showList, songs } from './test-item-list.tsx';

describe('going back to a list', () => {
  it('finds the selection and the keyboard where they were', async () => {
    window.history.replaceState(
      { view: { list: 'Things', scrollTop: 40, activeItem: 2, selectedItems: [1, 2] } },
      '',
    );
    showList(songs);
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(2);
    expect(focused()).toContain('three');
    await waitFor(() => expect(document.documentElement.scrollTop).toBe(40));
  });

  it('forgets what was remembered of another list', () => {
    const view = { list: 'Others', scrollTop: 40, activeItem: 2, selectedItems: [1] };
    window.history.replaceState({ view }, '');
    showList(songs);
    expect(screen.queryAllByRole('gridcell', { selected: true })).toHaveLength(0);
    expect(document.activeElement).toBe(document.body);
  });

  it('remembers them in the entry of the history before a click leads away', () => {
    showList([...songs, folder('Music/Heron')]);
    fireEvent.click(songButton('two'), { ctrlKey: true });
    fireEvent.click(document.body.appendChild(document.createElement('a')));
    expect(window.history.state).toMatchObject({ view: { activeItem: 1, selectedItems: [1] } });
  });
});
