/**
 * Puts entries of a saved playlist that nobody could see back among the tracks that take its place:
 * a song that is missing was not taken out. Each stands after the one it stood after before.
 * @param playlist.entries what is saved, in its order
 * @param playlist.shown paths of the entries whose songs are there
 */
export function keepMissing(
  tracks: readonly string[],
  playlist: { readonly entries: readonly string[]; readonly shown: ReadonlySet<string> },
): readonly string[] {
  const present = new Set(tracks);
  const missingAfter = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const path of playlist.entries) {
    if (present.has(path)) before = path;
    else if (!playlist.shown.has(path)) {
      const run = missingAfter.get(before);
      if (run) run.push(path);
      else missingAfter.set(before, [path]);
    }
  }
  if (missingAfter.size === 0) return tracks;
  const kept = [...(missingAfter.get(null) ?? [])];
  for (const path of tracks) {
    kept.push(path);
    const run = missingAfter.get(path);
    if (!run) continue;
    for (const missing of run) kept.push(missing);
    missingAfter.delete(path);
  }
  return kept;
}
