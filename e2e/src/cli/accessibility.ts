/*
 * Looks at every screen and state in every window; see scripts/accessibility.mjs.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { preferNobody } from '../../../testkit/src/product/prefer-nobody.ts';
import { playSomething } from '../accessibility-walk.ts';
import { sharedBrowser } from '../browser.ts';
import { type Seen, writeContactSheets } from '../every-screen/contact-sheet.ts';
import { layers } from '../every-screen/layers.ts';
import { comeToRest, lookAt, wearBase } from '../every-screen/look-at.ts';
import { places } from '../every-screen/places.ts';
import { type Size, type State, sizes, type World } from '../every-screen/state.ts';
import { troubles } from '../every-screen/troubles.ts';
import { openWorlds, type Worlds } from '../every-screen/worlds.ts';
import { button, player } from '../parts.ts';

preferNobody();

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '' },
    states: { type: 'string', default: '' },
    out: { type: 'string', default: join(import.meta.dirname, '..', '..', '..', '.cache', 'accessibility') },
    'pictures-only': { type: 'boolean', default: false },
  },
});

const out = resolve(values.out);

/** How long one thing of a state is waited for, in milliseconds: those that come take a second. */
const patienceMs = 20_000;

const chosenSizes = sizes.filter(({ name }) => values.sizes === '' || values.sizes.split(',').includes(name));
const all: readonly State[] = [...places, ...layers, ...troubles];
const chosenStates = all.filter(({ name }) => new RegExp(values.states, 'i').test(name));

/** Where the pictures of a window go, below the folder of all. */
const folderOf = ({ name }: Size): string => name.replace('%', '-percent');

/** A page of a world in a window, with something in its queue where somebody is signed in who has music. */
const openWorld = async (worlds: Worlds, world: World, size: Size) => {
  const { width, height, scale = 1, isTouched = false } = size;
  const opened = await worlds.open(world, {
    viewport: { width, height },
    isTouched,
    scale,
    allowed: [/./],
  });
  const { page, context } = opened.watched;
  page.setDefaultTimeout(patienceMs);
  // What another window of this walk plays is offered here: a toast at no moment of ours.
  await context.route('**/api/play_queue**', (route) => route.fulfill({ status: 404, body: '{}' }));
  if (world === 'full') {
    await page.goto(`${opened.address}#/browse`);
    await playSomething(page);
    await button(player(page), 'Pause').first().click();
    await button(player(page), 'Play').first().waitFor();
  }
  return opened;
};

/** Brings a state about and looks at it. */
const see = async (
  page: Page,
  address: string,
  deps: { state: State; size: Size; worlds: Worlds; turn: number; folder: string },
): Promise<Seen> => {
  const { state, size, turn, folder } = deps;
  const { ids, looks } = deps.worlds;
  const picture = join(folderOf(size), `${state.name.replaceAll(/[^a-z0-9]+/gi, '-')}.jpg`);
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('about:blank');
    await state.prepare?.(page);
    await page.goto(`${address}${typeof state.at === 'string' ? state.at : state.at(ids)}`);
    await (await state.show(page, size)).waitFor();
    await wearBase(page, looks, size.base);
    await comeToRest(page);
    await page.screenshot({ path: join(folder, picture), type: 'jpeg', quality: 75 });
    const lines = values['pictures-only'] ? [] : await lookAt(page, looks, turn);
    return { state: state.name, size, picture, lines };
  } catch (error) {
    const [what = ''] = (error as Error).message.split('\n');
    await page.screenshot({ path: join(folder, picture), type: 'jpeg', quality: 75 }).catch(() => {});
    return { state: state.name, size, picture, lines: [`could not be brought about: ${what}`] };
  }
};

const seeAll = async (worlds: Worlds, size: Size, turn: number): Promise<Seen[]> => {
  const seen: Seen[] = [];
  const wanted = chosenStates.filter((state) => state.isIn?.(size) !== false);
  for (const world of ['full', 'reader', 'empty', 'nobody', 'fresh'] as const) {
    const here = wanted.filter((state) => (state.world ?? 'full') === world);
    if (here.length === 0) continue;
    const { watched, address } = await openWorld(worlds, world, size);
    await using opened = watched;
    for (const [index, state] of here.entries()) {
      const one = await see(opened.page, address, {
        state,
        size,
        worlds,
        turn: turn + index,
        folder: out,
      });
      for (const line of one.lines) console.log(`${size.name}: ${state.name}: ${line}`);
      seen.push(one);
    }
  }
  return seen;
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const browser = await sharedBrowser();
let lineCount = 0;
let stateCount = 0;
{
  await using worlds = await openWorlds();
  for (const [turn, size] of chosenSizes.entries()) {
    mkdirSync(join(out, folderOf(size)), { recursive: true });
    const seen = await seeAll(worlds, size, turn);
    const bad = seen.reduce((sum, { lines }) => sum + lines.length, 0);
    lineCount += bad;
    stateCount += seen.length;
    const sheets = await writeContactSheets(browser, { folder: out, size, seen });
    console.log(`${size.name}: ${seen.length} states, ${bad} violations; ${sheets.join(', ')}`);
  }
}
await browser.close();
console.log(`${stateCount} states seen, ${lineCount} violations. Pictures: ${out}`);
process.exitCode = lineCount > 0 || stateCount === 0 ? 1 : 0;
