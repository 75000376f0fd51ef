import type { QueryClient } from '@tanstack/react-query';
import type { Annotation } from '@tonearm/contract';
import { ApiError } from '../api-error.ts';
import { call } from '../client.ts';
import { favouritesKey } from './favourites-key.ts';

/** What people star and rate: a song by its path, an album or an artist by their id. */
export interface Liked {
  readonly kind: 'song' | 'album' | 'artist';
  readonly name: string;
}

/** What somebody made of it, as far as lists and players show it. */
export type Liking = Pick<Annotation, 'starred_at_ms' | 'rating'>;

/** What is sent to the other tabs of this browser. */
interface Change {
  readonly key: string;
  readonly liking: Liking;
}

/** What is known of what somebody likes, of everything that was shown. */
export interface Likings {
  get(liked: Liked): Liking | undefined;
  /** @returns takes the listener away again */
  subscribe(listener: () => void): () => void;
  /**
   * Asks for it soon, together with all else that is asked for meanwhile.
   * @returns takes that back: what is gone by then, with whoever was signed in, is not asked for
   */
  want(liked: Liked): () => void;
  /**
   * Shows it at once and saves it; what could not be saved is shown as it was.
   * @throws ApiError when it could not be saved
   */
  change(liked: Liked, to: { readonly isStarred: boolean } | { readonly rating: number }): Promise<void>;
  /** Goes on with other tabs. @returns ends it */
  share(channel: BroadcastChannel): () => void;
}

/** What is asked for within this time goes in one call, in milliseconds. */
const gatherMs = 60;
const mostAtOnce = 500;

const none: Liking = { starred_at_ms: null, rating: null };

const keyOf = ({ kind, name }: Liked): string => `${kind} ${name}`;

const bodyOf = (all: readonly Liked[]) => {
  const named = (kind: Liked['kind']) => all.filter((one) => one.kind === kind).map(({ name }) => name);
  return { songs: named('song'), albums: named('album'), artists: named('artist') };
};

/** Asks for what is shown, and notes what is known of it. */
const createAsking = (known: Map<string, Liking>, tell: () => void): Likings['want'] => {
  const asked = new Set<string>();
  const waiting = new Map<string, { readonly liked: Liked; times: number }>();

  /** What was changed while it was asked for is newer than the answer. */
  const learn = (liked: Liked, liking: Liking): void => {
    const key = keyOf(liked);
    if (!known.has(key)) known.set(key, liking);
  };
  const askFor = async (some: readonly Liked[]): Promise<void> => {
    try {
      const found = await call('findAnnotations', { body: bodyOf(some) });
      for (const { path, ...liking } of found.songs) learn({ kind: 'song', name: path }, liking);
      for (const one of found.albums) learn({ kind: 'album', name: one.id }, one);
      for (const one of found.artists) learn({ kind: 'artist', name: one.id }, one);
      for (const one of some) learn(one, none);
      tell();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Without an answer nothing is marked, and whoever shows it again asks again.
      for (const one of some) asked.delete(keyOf(one));
    }
  };
  let isAboutTo = false;
  const ask = (): void => {
    isAboutTo = false;
    const all = [...waiting.values()].map(({ liked }) => liked);
    waiting.clear();
    for (const liked of all) asked.add(keyOf(liked));
    for (let begin = 0; begin < all.length; begin += mostAtOnce) {
      void askFor(all.slice(begin, begin + mostAtOnce));
    }
  };
  return (liked) => {
    const key = keyOf(liked);
    if (asked.has(key)) return () => {};
    const wish = waiting.get(key) ?? { liked, times: 0 };
    wish.times += 1;
    waiting.set(key, wish);
    if (!isAboutTo) setTimeout(ask, gatherMs);
    isAboutTo = true;
    return () => {
      wish.times -= 1;
      if (wish.times === 0 && waiting.get(key) === wish) waiting.delete(key);
    };
  };
};

const createLikings = (queries: QueryClient): Likings => {
  const known = new Map<string, Liking>();
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | null = null;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const set = (key: string, liking: Liking): void => {
    known.set(key, liking);
    tell();
  };

  return {
    get: (liked) => known.get(keyOf(liked)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    want: createAsking(known, tell),
    async change(liked, to) {
      const key = keyOf(liked);
      const before = known.get(key) ?? none;
      const body = bodyOf([liked]);
      if ('rating' in to) set(key, { ...before, rating: to.rating === 0 ? null : to.rating });
      else set(key, { ...before, starred_at_ms: to.isStarred ? Date.now() : null });
      const shown = known.get(key) ?? none;
      try {
        if ('rating' in to) await call('rate', { body: { ...body, rating: to.rating } });
        else await call('star', { body: { ...body, is_starred: to.isStarred } });
      } catch (error) {
        // Unless it was changed again meanwhile.
        if (known.get(key) === shown) set(key, before);
        throw error;
      }
      channel?.postMessage({ key, liking: shown } satisfies Change);
      await queries.invalidateQueries({ queryKey: favouritesKey });
    },
    share(opened) {
      channel = opened;
      opened.onmessage = ({ data }: MessageEvent<Change>) => {
        set(data.key, data.liking);
        void queries.invalidateQueries({ queryKey: favouritesKey });
      };
      return () => {
        channel = null;
        opened.close();
      };
    },
  };
};

/** One for each user's page. */
const byPage = new WeakMap<QueryClient, Likings>();

/** What the user of a page likes. */
export function likingsOf(queries: QueryClient): Likings {
  const there = byPage.get(queries);
  if (there) return there;
  const made = createLikings(queries);
  byPage.set(queries, made);
  return made;
}
