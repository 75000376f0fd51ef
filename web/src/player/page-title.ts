import type { StoreApi } from 'zustand/vanilla';
import { songPrimaryLine } from '../lib/format-song.ts';
import type { PlayerState } from './player-state.ts';

/**
 * Names the page after the song while it plays, and gives the page its name back after. A name that
 * something else sets meanwhile, as a change of screen does, is the one that comes back.
 * @returns gives the name back and stops
 */
export const connectPageTitle = (store: StoreApi<PlayerState>, page: Document): (() => void) => {
  let ownTitle: string | null = null;
  let nameOfPage = page.title;

  const show = (): void => {
    const { current, isPlaying, isRemote } = store.getState();
    const wanted = isPlaying && !isRemote && current !== null ? songPrimaryLine(current.song) : null;
    if (wanted === ownTitle) return;
    if (ownTitle === null) nameOfPage = page.title;
    ownTitle = wanted;
    page.title = wanted ?? nameOfPage;
    // Setting the title tells the observer about ourselves, later; that is no news.
    observer.takeRecords();
  };
  const observer = new MutationObserver(() => {
    if (ownTitle === null || page.title === ownTitle) return;
    nameOfPage = page.title;
    page.title = ownTitle;
  });
  observer.observe(page.head, { subtree: true, childList: true, characterData: true });
  show();
  const unsubscribe = store.subscribe((state, before) => {
    if (state.current !== before.current || state.isPlaying !== before.isPlaying) show();
  });
  return () => {
    unsubscribe();
    observer.disconnect();
    if (ownTitle !== null) page.title = nameOfPage;
  };
};
