import type { Base } from './compose-base.ts';
import type { Route } from './http/route.ts';
import { createSleeper } from './platform/sleeper.ts';

/** Something that remembers what lies in the database. */
interface Remembering {
  /** Reads it again. */
  reload(): Promise<void>;
}

/** How soon what could not be read is tried again, in milliseconds. */
const againAfterMs = 1_000;

/** Has what is remembered follow what other processes write. Where there are none, nothing is done. */
export const followOthers = (
  { state, sharing, world, cleanups }: Pick<Base, 'state' | 'sharing' | 'world' | 'cleanups'>,
  parts: Readonly<
    Record<
      'settings' | 'sources' | 'buckets' | 'musicRules' | 'ddns' | 'corrections' | 'backups',
      Remembering
    >
  > & { readonly setup: Remembering & { isOpen(): boolean } },
): void => {
  if (sharing === null) return;
  const follow = (tables: Parameters<typeof state.onChange>[0], followers: readonly Remembering[]): void => {
    const reading = createSleeper({
      round: async () => {
        for (const each of followers) await each.reload();
        return null;
      },
      onFailure: (error) => world.log.debug('what other processes wrote could not be read yet', { error }),
      pauseMs: againAfterMs,
      clock: world.clock,
    });
    state.onChange(tables, reading.wake);
    cleanups.push(reading.close);
  };
  const { setup, settings, sources, buckets, musicRules, ddns, corrections, backups } = parts;
  follow(['settings'], [settings, buckets, musicRules, ddns, backups]);
  follow(['sources', 'music_folders'], [sources]);
  follow(['corrections'], [corrections]);
  // Facts of the installation change with every play: who is set up asks no more.
  follow(['meta'], [{ reload: async () => (setup.isOpen() ? setup.reload() : undefined) }]);
};

/**
 * Calls that say what is set, or change it: with other processes they are answered from what lies in the database at
 * that moment, as hints of changes come a little later.
 */
export const afterReading = (
  { sharing }: Pick<Base, 'sharing'>,
  remembering: Remembering,
  routes: readonly Route[],
): Route[] =>
  routes.map(({ name, handle }) => ({
    name,
    handle:
      sharing === null
        ? handle
        : async (call) => {
            await remembering.reload();
            return handle(call);
          },
  }));
