/** What opens over every screen and shows no song that plays; each is loaded anyway where it is used. */
const soonWanted: readonly (() => Promise<unknown>)[] = [
  () => import('../collection/item-actions/item-menu.tsx'),
  () => import('./shell/shell-layer.tsx'),
  () => import('./shell/queue-sheet.tsx'),
  () => import('./shell/more-menu.tsx'),
  () => import('../collection/item-list/selection-bar.tsx'),
  () => import('../collection/arrange/arranged-items.tsx'),
];

/** Loads all of it, one after the other: nobody waits for it. */
export async function loadSoonWanted(): Promise<void> {
  for (const load of soonWanted) {
    // What cannot be had is asked for again, and told, where it is used.
    await load().catch(() => {});
  }
}
