import { type ComponentType, useLayoutEffect, useState } from 'react';

/** A component whose code comes when it is first shown, or earlier when asked for. */
export type Part<P extends object> = ComponentType<P> & {
  /** Loads the code ahead of time. What fails here fails again, and is told, where the part is shown. */
  preload(): void;
};

/**
 * A part of the page that comes after what stands around it. Not by Suspense: React holds back what a
 * boundary reveals by up to 300 ms, and a part that has come already is shown at once.
 * @param load brings the component; an error of its own is thrown to the boundary around the part
 * @param Fallback stands in the place of the part until it has come
 */
export function part<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback: ComponentType = Nothing,
): Part<P> {
  let loaded: ComponentType<P> | null = null;
  const loadOnce = async (): Promise<ComponentType<P>> => {
    loaded ??= await load();
    return loaded;
  };

  function Shown(props: P) {
    const [state, setState] = useState<{ Component: ComponentType<P> | null; error?: unknown }>(() => ({
      Component: loaded,
    }));
    // Not after painting: a part that comes meanwhile need not wait for that.
    useLayoutEffect(() => {
      if (loaded !== null) return undefined;
      let isGone = false;
      loadOnce().then(
        (Component) => isGone || setState({ Component }),
        (error: unknown) => isGone || setState({ Component: null, error }),
      );
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
