import type { Page } from 'playwright-core';

/** What a person does with a page, by the object of Playwright's that does it. */
const acts = {
  frame: [
    'check',
    'click',
    'dblclick',
    'dispatchEvent',
    'dragAndDrop',
    'fill',
    'goto',
    'press',
    'selectOption',
    'setChecked',
    'tap',
    'type',
    'uncheck',
  ],
  keyboard: ['press', 'type'],
} as const;

/** One act in this many finds the server started anew. */
const rarity = 8;

/** What the browser and the client print about a server that is not there. */
export const printedWhileAway: readonly RegExp[] = [
  /ERR_/,
  /50[234] \(/,
  /dynamically imported module/,
  /preload CSS/,
  /unreachable/,
  /could not be/i,
  /Could not/,
];

/**
 * The seed of `npm run journeys -- --restarts=SEED`; null when the server stays as it is.
 * @throws Error for one that is no whole number
 */
export const restartSeed = (): number | null => {
  const text = process.env['TONEARM_RESTARTS'];
  if (text === undefined || text === '') return null;
  const seed = Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`TONEARM_RESTARTS is no whole number: ${text}`);
  return seed;
};

/**
 * Numbers that look random and are the same for the same seed (mulberry32).
 * @returns draws one, from 0 to below 1
 */
const createDraw = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A text as a number: journeys draw differently. */
const numberOf = (text: string): number => {
  let number = 0;
  for (const letter of text) number = (Math.imul(number, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return number;
};

/** A server that goes away and comes back between what somebody does with a page. */
export interface Restarts extends Disposable {
  /** Before which act of the journey the server was started anew, from 1, and what the act was. */
  readonly moments: readonly string[];
}

/**
 * Has a server end and start again before some of what is done with a page: always before one of the first three acts,
 * and before one in eight of those that follow.
 * @param restart ends the server and brings it back at the same address
 * @param name of the journey, which draws for itself
 */
export const restartBetweenActs = (
  page: Page,
  { seed, name, restart }: { seed: number; name: string; restart: () => Promise<void> },
): Restarts => {
  const draw = createDraw(seed ^ numberOf(name));
  const first = 1 + Math.floor(draw() * 3);
  const moments: string[] = [];
  let count = 0;
  let isWithin = false;
  const before = async (act: string): Promise<void> => {
    // Playwright does some by others of these.
    if (isWithin) return;
    count += 1;
    if (count !== first && (count < first || draw() * rarity >= 1)) return;
    isWithin = true;
    moments.push(`${count} ${act}`);
    try {
      await restart();
    } finally {
      isWithin = false;
    }
  };
  const undo: (() => void)[] = [];
  const wrap = (owner: object, names: readonly string[]): void => {
    const methods = owner as Record<string, (...values: unknown[]) => Promise<unknown>>;
    for (const act of names) {
      const own = Object.getOwnPropertyDescriptor(methods, act);
      const original = methods[act];
      if (original === undefined) throw new Error(`Playwright has no ${act}`);
      methods[act] = async (...values) => {
        await before(act);
        return original.apply(owner, values);
      };
      undo.push(() => {
        delete methods[act];
        if (own !== undefined) Object.defineProperty(methods, act, own);
      });
    }
  };
  wrap(page.mainFrame(), acts.frame);
  wrap(page.keyboard, acts.keyboard);
  return {
    moments,
    [Symbol.dispose]: () => {
      for (const step of undo) step();
    },
  };
};
