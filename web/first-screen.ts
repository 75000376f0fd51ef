/**
 * Parts that are one file each, by the modules they begin with; what an earlier one needs is not in a later one.
 * `shell` is what a first screen shows of everybody who is signed in: the frame, the player, the queue's head, the
 * collection; and the styles of the queue's entries, which would be one more request. `after-first-screen` is what
 * comes as soon as that stands: what plays, and the entries of the queue.
 */
export const firstScreenParts = [
  {
    name: 'shell',
    roots:
      /[\\/]src[\\/](app[\\/]shell[\\/]shell|player[\\/]ui[\\/](player-provider|queue[\\/]queue-pane|player-bar|now-playing-mini)|screens[\\/]browser[\\/]browser-screen|collection[\\/]parts[\\/]no-albums)\.tsx?$|[\\/]queue-list\.module\.css$/,
  },
  { name: 'after-first-screen', roots: /[\\/]src[\\/]player[\\/]after-first-screen\.ts$/ },
] as const;

interface ModuleInfo {
  readonly importers: readonly string[];
}

/**
 * The part of a module: that of the roots above and of all that they import, one after the other and not by
 * `import()`, so that what is loaded later stays apart by itself.
 * @returns null for a module that none of them needs
 */
export function partOfFirstScreen(
  id: string,
  moduleInfoOf: (id: string) => ModuleInfo | null,
): string | null {
  const seen = new Set<string>();
  const waiting = [id];
  for (const here of waiting) {
    for (const importer of moduleInfoOf(here)?.importers ?? []) {
      if (seen.has(importer)) continue;
      seen.add(importer);
      waiting.push(importer);
    }
  }
  return firstScreenParts.find(({ roots }) => waiting.some((module) => roots.test(module)))?.name ?? null;
}
