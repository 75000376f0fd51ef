import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLayerHistory } from './layer-history.ts';

/**
 * A browser's history of one tab: entries with an address and a state. Going takes its time, as in browsers; some know
 * where to when they are told, others when they set out.
 */
const createBrowser = ({ knowsWhereTo = false } = {}) => {
  let entries: { address: string; state: unknown }[] = [{ address: '#/a', state: null }];
  let index = 0;
  let tasks: (() => void)[] = [];
  const entry = () => entries[index] ?? { address: '', state: null };
  const put = (state: unknown, address: string, isNew: boolean): void => {
    if (isNew) {
      index += 1;
      entries = entries.slice(0, index);
    }
    entries[index] = { address, state: structuredClone(state) };
  };
  const go = (delta = 0): void => {
    const told = index + delta;
    tasks.push(() => {
      const target = knowsWhereTo ? told : index + delta;
      if (entries[target] === undefined) return;
      index = target;
      layers.arrive();
      // A step to another page is told a second time.
      layers.arrive();
    });
  };
  const layers = createLayerHistory({
    history: {
      get state(): unknown {
        return entry().state;
      },
      pushState: (state, _, url) => put(state, url === undefined ? entry().address : String(url), true),
      replaceState: (state, _, url) => put(state, url === undefined ? entry().address : String(url), false),
      go,
    },
    address: () => entry().address,
    later(callback, delayMs) {
      if (delayMs > 0) return () => {};
      tasks.push(callback);
      return () => {
        tasks = tasks.filter((task) => task !== callback);
      };
    },
  });
  /** Layers on the page, the topmost last. */
  const shown: { name: string; gone: () => void }[] = [];
  layers.begin();
  const settle = (): void => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task();
  };
  return {
    shown,
    settle,
    /** Does the first of what is due. */
    settleOne: (): void => tasks.shift()?.(),
    address: () => entry().address,
    names: () => shown.map(({ name }) => name),
    length: () => entries.length,
    open(name: string): void {
      const layer = { name, gone: () => {} };
      shown.push(layer);
      layer.gone = layers.open(() => {
        shown.splice(shown.indexOf(layer), 1);
        layer.gone();
      });
    },
    /** By Escape or the close button. */
    close(): void {
      shown.pop()?.gone();
    },
    go,
    navigate: (address: string) => layers.push(address, layers.arrive),
    /** As the browser does with a link. */
    followLink(address: string): void {
      if (address === entry().address) return;
      put(null, address, true);
      layers.arrive();
    },
    reload(): void {
      shown.length = 0;
      layers.end();
      tasks = [];
      layers.begin();
    },
  };
};

describe('layers and history', () => {
  it('close one by one with Back, and the page stays', () => {
    const browser = createBrowser();
    browser.open('sheet');
    browser.open('menu');
    browser.settle();
    browser.go(-1);
    browser.settle();
    expect(browser.names()).toEqual(['sheet']);
    browser.go(-1);
    browser.settle();
    expect(browser.names()).toEqual([]);
    expect(browser.address()).toBe('#/a');
  });

  it('leave nothing behind that Back would have to be pressed for', () => {
    const browser = createBrowser();
    browser.followLink('#/b');
    browser.open('menu');
    browser.close();
    browser.settle();
    browser.go(-1);
    browser.settle();
    expect(browser.address()).toBe('#/a');
  });

  it('share one entry when one opens as another closes', () => {
    const browser = createBrowser();
    browser.open('menu');
    browser.close();
    browser.open('dialog');
    browser.settle();
    expect(browser.length()).toBe(2);
    browser.go(-1);
    browser.settle();
    expect(browser.names()).toEqual([]);
  });

  it('do not come back with Forward, which goes on where it can', () => {
    const browser = createBrowser();
    browser.open('sheet');
    browser.followLink('#/b');
    expect(browser.names()).toEqual([]);
    browser.go(-1);
    browser.settle();
    expect(browser.address()).toBe('#/a');
    browser.go(1);
    browser.settle();
    expect([browser.address(), browser.names()]).toEqual(['#/b', []]);
    browser.open('menu');
    browser.close();
    browser.settle();
    browser.go(1);
    browser.settle();
    expect([browser.address(), browser.names()]).toEqual(['#/b', []]);
  });

  it('that were open when the page was loaded again are no step any more', () => {
    const browser = createBrowser();
    browser.followLink('#/b');
    browser.open('sheet');
    browser.reload();
    browser.settle();
    browser.go(-1);
    browser.settle();
    expect(browser.address()).toBe('#/a');
  });

  it('lose no page that is gone to while a layer is on its way out', () => {
    const browser = createBrowser();
    browser.open('menu');
    browser.close();
    browser.navigate('#/b');
    browser.settle();
    expect(browser.address()).toBe('#/b');
    browser.go(-1);
    browser.settle();
    expect(browser.address()).toBe('#/a');
  });

  it.each([true, false])(
    'lose no page that a link leads to while a layer is on its way out',
    (knowsWhereTo) => {
      const browser = createBrowser({ knowsWhereTo });
      browser.open('menu');
      browser.close();
      browser.settleOne();
      browser.followLink('#/b');
      browser.settle();
      expect(browser.address()).toBe('#/b');
      // Nothing of before lies ahead.
      for (const delta of [1, -1]) {
        browser.go(delta);
        browser.settle();
      }
      expect(browser.address()).toBe('#/a');
      browser.go(1);
      browser.settle();
      browser.open('sheet');
      expect(browser.names()).toEqual(['sheet']);
      browser.go(-1);
      browser.settle();
      expect([browser.address(), browser.names()]).toEqual(['#/b', []]);
      browser.go(-1);
      browser.settle();
      expect(browser.address()).toBe('#/a');
    },
  );

  it('are what a plain list of pages with a pile of layers is', () => {
    const step = fc.record({
      does: fc.constantFrom(
        'open',
        'open',
        'close',
        'back',
        'back',
        'forward',
        'link',
        'close and link',
        'navigate',
        'swap',
      ),
      page: fc.constantFrom('#/a', '#/b', '#/c'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.boolean(), (all, knowsWhereTo) => {
        const browser = createBrowser({ knowsWhereTo });
        let pages = ['#/a'];
        let index = 0;
        let pile = 0;
        for (const { does, page } of all) {
          switch (does) {
            case 'open':
              browser.open(`layer ${pile}`);
              pages = pages.slice(0, index + 1);
              pile += 1;
              break;
            case 'close':
              browser.close();
              pile = Math.max(0, pile - 1);
              break;
            case 'swap':
              if (pile === 0) break;
              browser.close();
              browser.open('other');
              break;
            case 'back':
              browser.go(-1);
              if (pile > 0) pile -= 1;
              else index = Math.max(0, index - 1);
              break;
            case 'forward':
              browser.go(1);
              if (pile === 0) index = Math.min(pages.length - 1, index + 1);
              break;
            case 'link':
            case 'close and link':
            case 'navigate':
              if (page === pages[index]) break;
              if (does === 'close and link') {
                browser.close();
                browser.settleOne();
              }
              if (does === 'navigate') browser.navigate(page);
              else browser.followLink(page);
              pages = [...pages.slice(0, index + 1), page];
              index += 1;
              pile = 0;
              break;
            default:
              does satisfies never;
          }
          browser.settle();
          expect(browser.address()).toBe(pages[index]);
          expect(browser.names()).toHaveLength(pile);
        }
      }),
      { numRuns: 500 },
    );
  });
});
