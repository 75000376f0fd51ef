import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Cover } from './cover.tsx';
import { createFailedPictures } from './failed-pictures.ts';

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
