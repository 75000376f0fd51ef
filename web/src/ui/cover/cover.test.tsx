import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Cover } from './cover.tsx';
import { createFailedPictures } from './failed-pictures.ts';
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
    failed.add('a');
    expect(failed.has('a')).toBe(true);
    nowMs = 5 * 60_000;
    expect(failed.has('a')).toBe(false);
  });

  it('is forgotten when thousands of others failed since', () => {
    const failed = createFailedPictures(() => 0);
    for (let index = 0; index <= 2_000; index += 1) failed.add(`${index}`);
    expect([failed.has('0'), failed.has('1')]).toEqual([false, true]);
  });
});

describe('a cover among what changes with every key', () => {
  it('is asked for when typing pauses, and stays when it goes on', () => {
    const waiting: (() => void)[] = [];
    const hold = createPictureHold((run) => {
      waiting.push(run);
      return () => waiting.splice(waiting.indexOf(run), 1);
    });
    const covers = (...names: string[]) => (
      <PictureHoldContext value={hold}>
        {names.map((name) => (
          <Cover key={name} src={name} />
        ))}
      </PictureHoldContext>
    );
    hold.extend();
    hold.extend();
    const shown = render(covers('a'));
    expect(pictureIn(shown)?.getAttribute('src')).toBeNull();
    expect(waiting).toHaveLength(1);
    act(() => waiting[0]?.());
    expect(pictureIn(shown)?.getAttribute('src')).toBe('a');
    act(() => hold.extend());
    shown.rerender(covers('a', 'b'));
    const sources = [...shown.container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    expect(sources).toEqual(['a', null]);
  });
});
