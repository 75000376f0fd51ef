import type { Locator, Page } from 'playwright-core';

/** A window that every state is looked at in. */
export interface Size {
  /** What it is called on the command line and in the names of pictures. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Device pixels for one of CSS. Default 1. */
  readonly scale?: number;
  /** Whether fingers point, and nothing else. */
  readonly isTouched?: boolean;
  /** The base that its pictures are taken in. Its accents and other bases are checked all the same. */
  readonly base: 'light' | 'dark' | 'blue' | 'brown';
}

/** The windows of the issue: phones, tablets, desks, a phone on its side, and 1,280 × 1,024 at 400 %. */
export const sizes: readonly Size[] = [
  { name: '320', width: 320, height: 640, isTouched: true, base: 'light' },
  { name: '390', width: 390, height: 844, isTouched: true, base: 'dark' },
  { name: '768', width: 768, height: 1024, isTouched: true, base: 'blue' },
  { name: '1024', width: 1024, height: 768, base: 'brown' },
  { name: '1440', width: 1440, height: 900, base: 'light' },
  { name: '2560', width: 2560, height: 1300, base: 'dark' },
  { name: '844x390', width: 844, height: 390, isTouched: true, base: 'blue' },
  { name: '400%', width: 320, height: 256, scale: 4, base: 'light' },
];

/** Narrower than this, or lower, a window has tabs in the place of the bar at the side. */
export const hasTabs = ({ width, height }: Size): boolean => width < 768 || height < 500;

/** From here on the queue stands beside the content. */
export const hasPane = ({ width, height }: Size): boolean => width >= 1200 && height >= 500;

/** A server and somebody who looks at it. */
export type World =
  /** The administrator of a collection with something on every screen. */
  | 'full'
  /** Somebody else there, who is no administrator. */
  | 'reader'
  /** Nobody is signed in. */
  | 'nobody'
  /** The administrator of a collection without any music. */
  | 'empty'
  /** A server that nobody has set up. */
  | 'fresh';

/** Ids of what the full collection holds. */
export interface Ids {
  readonly album: string;
  readonly longAlbum: string;
  readonly artist: string;
  readonly composer: string;
  readonly genre: string;
}

/** Something to look at: where it is, how it is brought about, and what is there then. */
export interface State {
  readonly name: string;
  /** Default: full. */
  readonly world?: World;
  /** Its hash route. */
  readonly at: string | ((ids: Ids) => string);
  /** Before the page is loaded, such as what answers in the place of the server. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Brings it about. @returns what is in sight then */
  readonly show: (page: Page, size: Size) => Locator | Promise<Locator>;
  /** Windows that have it. Default: all. */
  readonly isIn?: (size: Size) => boolean;
}
