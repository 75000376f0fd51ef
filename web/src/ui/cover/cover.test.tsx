import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectServerPresence, serverPresence } from '../../lib/server-presence.ts';
import { Cover } from './cover.tsx';
import { createFailedPictures } from './failed-pictures.ts';
import { KeptPictureContext } from './kept-pictures.ts';
import { createPictureHold, PictureHoldContext } from './picture-hold.ts';

afterEach(cleanup);

const pictureIn = ({ container }: { container: HTMLElement }) => container.querySelector('img');

describe('a cover that cannot be had', () => {
  it('is a record, and is not asked for again by the next row', () => {
    const first = render(<Cover src="thumbnail/broken" />);
    const picture = pictureIn(first);
    expect(picture).not.toBeNull();
    if (picture) fireEvent.error(picture);
    expect(pictureIn(first)).toBeNull();
    expect(pictureIn(render(<Cover src="thumbnail/broken" />))).toBeNull();
    expect(pictureIn(render(<Cover src="thumbnail/other" />))).not.toBeNull();
  });

  it('is asked for again after a while', () => {
    let nowMs = 0;
    const failed = createFailedPictures(() => nowMs);
    failed.add('a', 0);
    expect(failed.has('a', 0)).toBe(true);
    nowMs = 5 * 60_000;
    expect(failed.has('a', 0)).toBe(false);
  });

  it('is asked for again when the server was away and is back', async () => {
    const shown = render(<Cover src="thumbnail/away" />);
    const picture = pictureIn(shown);
    if (picture) fireEvent.error(picture);
    expect(pictureIn(shown)).toBeNull();
    let isThere = false;
    onTestFinished(connectServerPresence(async () => isThere));
    await act(() => serverPresence.doubt());
    expect(pictureIn(shown)).toBeNull();
    isThere = true;
    await act(async () => serverPresence.answered());
    await waitFor(() => expect(pictureIn(shown)).not.toBeNull());
  });

  it('is forgotten when thousands of others failed since', () => {
    const failed = createFailedPictures(() => 0);
    for (let index = 0; index <= 2_000; index += 1) failed.add(`${index}`, 0);
    expect([failed.has('0', 0), failed.has('1', 0)]).toEqual([false, true]);
  });
});

describe('a cover that was seen before and cannot be had now', () => {
  it('is shown as the browser keeps it, and let go with the row', async () => {
    const asked: string[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:kept', revokeObjectURL: vi.fn<() => void>() }),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const keptPicture = async (src: string) => {
      asked.push(src);
      return new Blob(['picture']);
    };
    const shown = render(
      <KeptPictureContext.Provider value={keptPicture}>
        <Cover src="thumbnail/seen" />
      </KeptPictureContext.Provider>,
    );
    const picture = pictureIn(shown);
    if (picture) fireEvent.error(picture);
    // A server that is there has said what there is.
    expect(asked).toEqual([]);
    onTestFinished(connectServerPresence(async () => false));
    await act(() => serverPresence.doubt());
    await waitFor(() => expect(pictureIn(shown)?.getAttribute('src')).toBe('blob:kept'));
    expect(asked).toEqual(['thumbnail/seen']);
    shown.unmount();
    expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:kept');
  });
});

describe('a cover among what changes with every key', () => {
  it('is asked for when typing pauses, stays when it has come, and is given up when it has not', () => {
    const waiting: (() => void)[] = [];
    const hold = createPictureHold((run) => {
      waiting.push(run);
      return () => waiting.splice(waiting.indexOf(run), 1);
    });
    const covers = (...names: string[]) => (
      <PictureHoldContext.Provider value={hold}>
        {names.map((name) => (
          <Cover key={name} src={name} />
        ))}
      </PictureHoldContext.Provider>
    );
    hold.extend();
    hold.extend();
    const shown = render(covers('a'));
    expect(pictureIn(shown)?.getAttribute('src')).toBeNull();
    expect(waiting).toHaveLength(1);
    act(() => waiting[0]?.());
    expect(pictureIn(shown)?.getAttribute('src')).toBe('a');
    const sources = () =>
      [...shown.container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    vi.spyOn(pictureIn(shown) as HTMLImageElement, 'naturalWidth', 'get').mockReturnValue(96);
    vi.spyOn(pictureIn(shown) as HTMLImageElement, 'complete', 'get').mockReturnValue(true);
    act(() => hold.extend());
    shown.rerender(covers('a', 'b'));
    expect(sources()).toEqual(['a', null]);
    act(() => waiting[0]?.());
    expect(sources()).toEqual(['a', 'b']);
    // What has not come by the next key gives its connection up, and is asked for again.
    act(() => hold.extend());
    expect(sources()).toEqual(['a', null]);
    act(() => waiting[0]?.());
    expect(sources()).toEqual(['a', 'b']);
  });
});
