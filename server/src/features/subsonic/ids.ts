import { turnedId } from '../../library/model/public-id.ts';

/** What an id of the wire names, by the letters it begins with. */
const kinds = {
  tr: 'song',
  fo: 'folder',
  al: 'album',
  ar: 'artist',
  pl: 'playlist',
  ir: 'station',
} as const;

type Prefix = keyof typeof kinds;

/** What an id can name. */
export type ItemKind = (typeof kinds)[Prefix];

/** What an id names. */
export interface ItemId {
  readonly kind: ItemKind;
  /** The 22 letters and digits that the product knows it by. */
  readonly id: string;
}

const prefixes = Object.fromEntries(Object.entries(kinds).map(([prefix, kind]) => [kind, prefix])) as Record<
  ItemKind,
  Prefix
>;

/** An id as apps keep it. */
export const wireId = (kind: ItemKind, id: string): string => `${prefixes[kind]}-${id}`;

/** What an id names; null for what is none. */
export const itemOf = (text: string): ItemId | null => {
  const match = /^(tr|fo|al|ar|pl|ir)-([0-9A-Za-z]{22})$/.exec(text);
  return match === null ? null : { kind: kinds[match[1] as Prefix], id: match[2] ?? '' };
};

/**
 * The id by which it is kept what somebody makes of a folder; of such an id the folder's. Marks are kept by ids alone, and
 * an album that is a folder of loose songs has the id of the folder.
 */
export const keptFolderId = turnedId;

/** What the id of a picture names: with or without the digits that change with it, and one prefix too many is forgiven. */
export const pictureItemOf = (text: string): ItemId | null =>
  itemOf(text.replace(/_[0-9a-f]{8}$/, '').replace(/^[a-z]{2}-(?=[a-z]{2}-)/, ''));
