/** What comes over the page: a sheet, a dialog, a menu, a view. Each is one step of the browser's history. */
interface Layer {
  readonly id: number;
  /** Where its entry stands. */
  readonly place: number;
  /** Takes it off the page. Called once, by Back or by a change of page. */
  readonly close: () => void;
}

/** What an entry of the history says of itself. Others keep their own things beside it. */
interface Mark {
  /** Where it stands among the entries of this visit; larger is later. */
  readonly place?: number;
  /** The layer it was made for. */
  readonly layer?: number;
}

interface LayerHistoryDeps {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  /** The address of the page, which a layer never changes. */
  readonly address: () => string;
  /** Calls back once after a while; 0 is when everything that a click does has been done. */
  readonly later: (callback: () => void, delayMs: number) => () => void;
}

/** A browser that was told to go somewhere is there by then, or does not go at all. */
const longestWayMs = 500;

/** The entries of the history: where one stands among them, and which were made for a layer. */
const createEntries = (history: LayerHistoryDeps['history']) => {
  let place = 0;
  let lastPlace = 0;
  const found = (): Mark => (history.state ?? {}) as Mark;
  const marked = (changes: Mark): object => {
    const { layer: _, ...kept } = (history.state ?? {}) as Record<string, unknown>;
    return { ...kept, ...changes };
  };
  const addOne = (): void => {
    place += 1;
    lastPlace = place;
  };
  const addPage = (href: string): void => {
    addOne();
    history.pushState({ place }, '', href);
  };
  return {
    place: () => place,
    /** The layer that the present entry was made for. */
    layer: () => found().layer,
    /** Whether the browser stands at another entry than was known. */
    hasMoved: () => found().place !== place,
    /** Whether the browser stands at an entry that a link has just made. */
    isNew: () => found().place === undefined,
    begin(): void {
      const { place: present = 0, layer } = found();
      place = present;
      lastPlace = present;
      history.replaceState({ ...marked({ place }), ...(layer === undefined ? {} : { layer }) }, '');
    },
    /** Takes the present entry for where one is; a new one is marked. @returns the direction one came in */
    arrive(): 1 | -1 {
      const { place: present } = found();
      const direction = present !== undefined && present < place ? -1 : 1;
      if (present === undefined) {
        addOne();
        history.replaceState(marked({ place }), '');
      } else {
        place = present;
      }
      return direction;
    },
    addLayer(layer: number): void {
      addOne();
      history.pushState(marked({ place, layer }), '');
    },
    takeForLayer: (layer: number): void => history.replaceState(marked({ layer }), ''),
    addPage,
    /** Another page: in the place of a layer's entry, which goes with the change of page, or a new one. */
    putPage(href: string): void {
      if (found().layer === undefined) addPage(href);
      else history.replaceState({ place }, '', href);
    },
    /** Which way leads off an entry that is to be passed over. */
    wayOn: (direction: 1 | -1): 1 | -1 => (direction > 0 && place < lastPlace ? 1 : -1),
  };
};

/** Lets things wait while the browser is on its way through the history: what is pushed meanwhile would be lost. */
const createTravels = ({ history, later }: LayerHistoryDeps) => {
  let isLeaving = false;
  let overtaking: readonly string[] = [];
  let waiting: (() => void)[] = [];
  let cancel = (): void => {};
  /** @returns pages that links led to on the way: the browser has left them, and forgotten their entries */
  const arrived = (): readonly string[] => {
    cancel();
    isLeaving = false;
    const lost = overtaking;
    overtaking = [];
    return lost;
  };
  const flush = (): void => {
    while (!isLeaving && waiting.length > 0) waiting.shift()?.();
  };
  return {
    arrived,
    flush,
    /** A link led to a page. @returns whether the browser is on its way and will leave it */
    overtake(href: string): boolean {
      if (isLeaving) overtaking = [...overtaking, href];
      return isLeaving;
    },
    go(delta: 1 | -1): void {
      isLeaving = true;
      history.go(delta);
      cancel = later(() => {
        arrived();
        flush();
      }, longestWayMs);
    },
    whenStill(act: () => void): void {
      if (isLeaving) waiting.push(act);
      else act();
    },
    end(): void {
      waiting = [];
      arrived();
    },
  };
};

/** The layers on the page, the topmost last. */
const createPile = () => {
  let open: readonly Layer[] = [];
  let openedAt = '';
  // Never one of an earlier load, whose entries may still be there.
  let lastId = Date.now();
  return {
    nextId(): number {
      lastId += 1;
      return lastId;
    },
    has: (id: number | undefined): boolean => open.some((layer) => layer.id === id),
    add(layer: Layer, address: string): void {
      if (open.length === 0) openedAt = address;
      open = [...open, layer];
    },
    remove(id: number): void {
      open = open.filter((layer) => layer.id !== id);
    },
    /** Takes all off whose entries stand further on than `here`, and all of another page, the topmost first. */
    closeAfter(here: number, address: string): void {
      const place = address === openedAt ? here : -1;
      const closing = open.filter((layer) => layer.place > place).toReversed();
      open = open.filter((layer) => layer.place <= place);
      for (const layer of closing) layer.close();
    },
    forget(): void {
      open = [];
    },
  };
};

/**
 * Keeps layers and history in step. Back closes the topmost layer, a change of page closes all, and a layer that
 * is closed otherwise takes its step back out. Browsers cannot delete entries: those of layers that are gone are
 * passed over, in the direction one was going.
 */
export const createLayerHistory = (deps: LayerHistoryDeps) => {
  const entries = createEntries(deps.history);
  const travels = createTravels(deps);
  const pile = createPile();
  let cancelLeaving = (): void => {};

  /** Whether the present entry was made for a layer that is gone. */
  const isDead = (): boolean => entries.layer() !== undefined && !pile.has(entries.layer());
  const enter = (id: number, close: () => void): void => {
    cancelLeaving();
    // The entry of a layer that has just gone is there to be taken.
    if (isDead()) entries.takeForLayer(id);
    else entries.addLayer(id);
    pile.add({ id, place: entries.place(), close }, deps.address());
  };
  const leaveDead = (): void => {
    if (isDead()) travels.go(-1);
  };
  const arrive = (): void => {
    const isByLink = entries.isNew();
    // Browsers tell of one step twice; and a page that was gone to by `push` is no step of theirs.
    const direction = entries.hasMoved() ? entries.arrive() : null;
    pile.closeAfter(entries.place(), deps.address());
    if (direction === null) return;
    if (isByLink && travels.overtake(deps.address())) return;
    for (const href of travels.arrived()) entries.addPage(href);
    if (isDead()) travels.go(entries.wayOn(direction));
    travels.flush();
  };
  /** @returns to be called when the layer has gone */
  const openOne = (close: () => void): (() => void) => {
    const id = pile.nextId();
    let isWanted = true;
    travels.whenStill(() => {
      if (isWanted) enter(id, close);
    });
    return () => {
      isWanted = false;
      if (!pile.has(id)) return;
      pile.remove(id);
      cancelLeaving();
      cancelLeaving = deps.later(leaveDead, 0);
    };
  };

  return {
    /** A layer came over the page. @returns to be called when it has gone, however it went */
    open: openOne,
    /** To be called when the browser moved in the history, or the page changed. */
    arrive,
    /** Begins at the present entry. One that was made for a layer of an earlier load is left. */
    begin(): void {
      entries.begin();
      leaveDead();
    },
    /** Goes to another page, in the place of the topmost layer's entry when there is one; `then` when it is there. */
    push: (href: string, then: () => void): void =>
      travels.whenStill(() => {
        cancelLeaving();
        entries.putPage(href);
        then();
      }),
    end(): void {
      cancelLeaving();
      pile.forget();
      travels.end();
    },
  };
};

let page: ReturnType<typeof createLayerHistory> | null = null;

/** Begins to keep the layers of this page in step with the browser's history. @returns stops it */
export function connectLayerHistory(): () => void {
  const layers = createLayerHistory({
    history: window.history,
    address: () => window.location.hash,
    later(callback, delayMs) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  });
  page = layers;
  layers.begin();
  window.addEventListener('popstate', layers.arrive);
  window.addEventListener('hashchange', layers.arrive);
  return () => {
    window.removeEventListener('popstate', layers.arrive);
    window.removeEventListener('hashchange', layers.arrive);
    layers.end();
    page = null;
  };
}

/** A layer came over this page; `close` takes it off. @returns to be called when it has gone, however it went */
export const openLayer = (close: () => void): (() => void) => page?.open(close) ?? (() => {});

/** Goes to another page by a new entry of the history; `then` when it is there. */
export function pushPage(href: string, then: () => void): void {
  if (page !== null) {
    page.push(href, then);
    return;
  }
  window.history.pushState(null, '', href);
  then();
}
