import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** How many times smaller than the screen a look is kept: the edges of letters blur away, layout stays. */
const shrinking = 8;
/** Difference of a colour channel, 0 to 255, from which on a point of a look counts as changed. */
const visibleDifference = 28;

/** Made in a tenth of the time of a PNG; what differs by it is gone when the picture is shrunk. */
const shooting = { type: 'jpeg', quality: 95, animations: 'disabled', caret: 'hide' } as const;

/** What is different between a screen and how it is meant to look. */
export interface LookDifference {
  /** Share of the points that look different, 0 to 1. */
  readonly changed: number;
  /** Mean difference of all colour channels, 0 to 255. */
  readonly mean: number;
}

/** Compares screens with small pictures of how they are meant to look, reviewed by eye. */
export interface LookBook extends AsyncDisposable {
  /**
   * @param name file name of the look, without its ending
   * @returns the difference; null when the look was only now written, as `TONEARM_NEW_LOOKS=1` asks
   * @throws Error when there is no such look, or one of another size
   */
  compare(page: Page, name: string): Promise<LookDifference | null>;
}

interface Compared extends LookDifference {
  readonly shrunk: string;
}

/** Runs in a blank page: shrinks a picture and compares it with another of the shrunk size. */
const shrinkAndCompare = async (input: {
  readonly shot: string;
  readonly look: string | null;
  readonly shrinking: number;
  readonly visibleDifference: number;
}): Promise<Compared> => {
  const pictureOf = async (base64: string): Promise<ImageBitmap> => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return createImageBitmap(new Blob([bytes]));
  };
  const shot = await pictureOf(input.shot);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(shot.width / input.shrinking);
  canvas.height = Math.round(shot.height / input.shrinking);
  const painter = canvas.getContext('2d', { willReadFrequently: true });
  if (painter === null) throw new Error('there is no canvas to paint on');
  painter.imageSmoothingQuality = 'high';
  painter.drawImage(shot, 0, 0, canvas.width, canvas.height);
  const shrunk = canvas.toDataURL('image/png').split(',')[1] ?? '';
  const now = painter.getImageData(0, 0, canvas.width, canvas.height).data;
  if (input.look === null) return { changed: 0, mean: 0, shrunk };
  const look = await pictureOf(input.look);
  if (look.width !== canvas.width || look.height !== canvas.height)
    throw new Error('the look is of another size');
  painter.drawImage(look, 0, 0);
  const meant = painter.getImageData(0, 0, canvas.width, canvas.height).data;
  let changed = 0;
  let sum = 0;
  for (let point = 0; point < now.length; point += 4) {
    const differences = [0, 1, 2].map((channel) =>
      Math.abs((now[point + channel] ?? 0) - (meant[point + channel] ?? 0)),
    );
    sum += differences.reduce((total, difference) => total + difference, 0);
    if (Math.max(...differences) > input.visibleDifference) changed += 1;
  }
  const points = now.length / 4;
  return { changed: changed / points, mean: sum / (points * 3), shrunk };
};

/** @param folder where the looks are kept, as small PNG files */
export const openLookBook = async (browser: Browser, folder: string): Promise<LookBook> => {
  const context = await browser.newContext();
  const blank = await context.newPage();
  const isWriting = process.env['TONEARM_NEW_LOOKS'] === '1';
  return {
    async compare(page, name) {
      const file = join(folder, `${name}.png`);
      if (!isWriting && !existsSync(file)) throw new Error(`there is no look ${file}`);
      const { shrunk, ...difference } = await blank.evaluate(shrinkAndCompare, {
        shot: (await page.screenshot(shooting)).toString('base64'),
        look: isWriting ? null : readFileSync(file).toString('base64'),
        shrinking,
        visibleDifference,
      });
      if (!isWriting) return difference;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, Buffer.from(shrunk, 'base64'));
      return null;
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
};
