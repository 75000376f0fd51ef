import { mapNodes } from './wire/map-nodes.ts';
import { shapeTable } from './wire/shapes.ts';
import type { Tree } from './wire/tree.ts';

/** What is said to an app that cannot take everything. */
export interface Profile {
  readonly name: 'legacy' | 'minimal';
  /** Keys of one kind of object that go out; null for all of them. */
  readonly keysOf: (shape: string) => ReadonlySet<string> | null;
}

const legacyKeys = new Map(
  Object.entries(shapeTable).map(([name, shape]) => [
    name,
    new Set([...(shape?.required ?? []), ...(shape?.optional ?? []), ...Object.keys(shape?.children ?? {})]),
  ]),
);

const legacy: Profile = { name: 'legacy', keysOf: (shape) => legacyKeys.get(shape) ?? null };

const minimalKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'Song',
    new Set([
      ...['id', 'isDir', 'title', 'artist', 'album', 'duration', 'contentType', 'suffix', 'size', 'coverArt'],
    ]),
  ],
  ['Playlist', legacyKeys.get('Playlist') ?? new Set<string>()],
]);

const minimal: Profile = { name: 'minimal', keysOf: (shape) => minimalKeys.get(shape) ?? null };

/**
 * Apps whose reader of XML stops at what REST 1.16 does not have, and why we know: Clementine#7323 and #7300 (the first
 * child of an album that is no song ends a scan), navidrome#2924 (DSub).
 */
const legacyClients: ReadonlySet<string> = new Set(['Clementine', 'DSub', 'DSub2000']);

/** Apps of machines with little memory: SubMusic runs on watches. */
const minimalClients: ReadonlySet<string> = new Set(['SubMusic']);

/** The first version whose apps pass over what they do not know. */
const modernVersion = [1, 13] as const;

const isOlderThanModern = (version: string): boolean => {
  const [major = 1, minor = 0] = version.split('.').map(Number);
  return major < modernVersion[0] || (major === modernVersion[0] && minor < modernVersion[1]);
};

/** What an app is sent less than everything of; null for all others. */
export const profileOf = (app: {
  readonly client: string;
  readonly version: string;
  readonly isXml: boolean;
}): Profile | null => {
  if (minimalClients.has(app.client)) return minimal;
  if (app.isXml && (legacyClients.has(app.client) || isOlderThanModern(app.version))) return legacy;
  return null;
};

/** Takes out of an object of a shape, and of what is in it, what a profile does not have. */
export const cutTo = (profile: Profile, shape: string, tree: Tree): Tree =>
  mapNodes(shape, tree, (node, ofShape) => {
    const keys = profile.keysOf(ofShape);
    return keys === null ? node : Object.fromEntries(Object.entries(node).filter(([key]) => keys.has(key)));
  });
