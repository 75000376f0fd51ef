/** What a first screen shows of everybody who is signed in: the frame, the player, the queue, the collection. */
const roots =
  /[\\/]src[\\/](app[\\/]shell[\\/]shell|player[\\/](browser-player|ui[\\/](player-provider|queue[\\/]queue-pane|player-bar|now-playing-mini))|screens[\\/]browser[\\/]browser-screen|collection[\\/]parts[\\/]no-albums)\.tsx?$/;

interface ModuleInfo {
  readonly importers: readonly string[];
}

/**
 * The chunk of a module: `shell` for the roots above and for all that they import, one after the other and not by
 * `import()`, so that what is loaded later stays apart by itself.
 * @returns null for a module that no first screen needs
 */
export function chunkOfFirstScreen(
  id: string,
  moduleInfoOf: (id: string) => ModuleInfo | null,
): 'shell' | null {
  const seen = new Set<string>();
  const waiting = [id];
  for (const here of waiting) {
    if (roots.test(here)) return 'shell';
    for (const importer of moduleInfoOf(here)?.importers ?? []) {
      if (seen.has(importer)) continue;
      seen.add(importer);
      waiting.push(importer);
    }
  }
  return null;
}
