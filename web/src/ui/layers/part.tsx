import { type ComponentType, useLayoutEffect, useRef, useState } from 'react';
import { haveStylesFailed, reloadFailedStyles } from '../../lib/failed-styles.ts';

/** A component whose code comes when it is first shown, or earlier when asked for. */
export type Part<P extends object> = ComponentType<P> & {
  /** Loads the code ahead of time. What fails here fails again, and is told, where the part is shown. */
  preload(): void;
};

let awaitedParts = 0;
const arrivals = new Set<() => void>();

/** Calls back whenever the code of a part has come, or cannot be had. @returns stops it */
export const onPartArrival = (listener: () => void): (() => void) => {
  arrivals.add(listener);
  return () => arrivals.delete(listener);
};

/** Whether the code of any part is on its way. */
export const arePartsAwaited = (): boolean => awaitedParts > 0;

/** Thrown to the boundary around a part whose code could not be had; it is asked for again where it shows anew. */
export class PartError extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded', { cause });
  }
}

/** How a part behaves until its code has come, and when it does not come. */
export interface PartOptions<P extends object> {
  /** Stands in the place of the part until it has come. */
  readonly Fallback?: ComponentType;
  /** What to do when the code cannot be had, in place of throwing; the part then shows nothing. */
  readonly onFailure?: (props: P, error: unknown) => void;
}

/**
 * A part of the page that comes after what stands around it. Not by Suspense: React holds back what a
 * boundary reveals by up to 300 ms, and a part that has come already is shown at once. Nor by `lazy`, which
 * asks once and remembers a failure for good.
 * @param load brings the component; when it fails, a `PartError` is thrown to the boundary around the part
 */
export function part<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Fallback = Nothing, onFailure }: PartOptions<P> = {},
): Part<P> {
  let loaded: ComponentType<P> | null = null;
  let hasFailed = false;
  const loadOnce = async (): Promise<ComponentType<P>> => {
    if (loaded !== null) return loaded;
    // Not only those of this part: another one that needs them too may have asked first. Only one that could not be
    // had itself is kept back by them: they are its own, or it needs the server as much as they do.
    if (haveStylesFailed()) {
      await reloadFailedStyles().catch((error: unknown) => {
        if (hasFailed) throw error;
      });
    }
    awaitedParts += 1;
    try {
      loaded ??= await load();
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      awaitedParts -= 1;
      for (const listener of arrivals) listener();
    }
    return loaded;
  };

  function Shown(props: P) {
    const [state, setState] = useState<{ Component: ComponentType<P> | null; error?: PartError }>(() => ({
      Component: loaded,
    }));
    const latest = useRef(props);
    latest.current = props;
    // Not after painting: a part that comes meanwhile need not wait for that.
    useLayoutEffect(() => {
      if (loaded !== null) return undefined;
      let isGone = false;
      const fail = (error: unknown) => {
        if (isGone) return;
        if (onFailure) onFailure(latest.current, error);
        else setState({ Component: null, error: new PartError(error) });
      };
      loadOnce().then((Component) => isGone || setState({ Component }), fail);
      return () => {
        isGone = true;
      };
    }, []);
    if (state.error !== undefined) throw state.error;
    const Component = state.Component ?? loaded;
    return Component === null ? <Fallback /> : <Component {...props} />;
  }

  return Object.assign(Shown, { preload: () => void loadOnce().catch(() => {}) });
}

const Nothing = () => null;
