import { setImmediate as turn } from 'node:timers/promises';
import type { CorrectionRule } from '@tonearm/contract';
import type { Corrector } from '../../../library/model/corrections.ts';
import { type Library, metaKeys } from '../../../library/write/library.ts';
import type { CorrectTags, ScanContext } from '../scan-context.ts';
import { putInSearch } from '../write/song-returns.ts';

/** Songs that are looked at between two answers to others. */
const songsAtOnce = 500;

/** Says what tags of songs are with corrections. */
export const createCorrectTags = ({ model }: Pick<Library, 'model'>, corrector: Corrector): CorrectTags => {
  if (corrector.isEmpty) return (tags) => tags;
  const treeAt = model.trees();
  return (tags, { publicId, directoryId }) =>
    corrector.tags(tags, { publicId, tree: () => treeAt(directoryId) });
};

const rulesOf = (text: string | null): readonly CorrectionRule[] =>
  text === null ? [] : (JSON.parse(text) as CorrectionRule[]);

/** Rules that are in one of two lists. */
const differing = (before: readonly CorrectionRule[], after: readonly CorrectionRule[]): CorrectionRule[] => {
  const texts = [before, after].map((list) => new Set(list.map((rule) => JSON.stringify(rule))));
  return [...before, ...after].filter((rule) => texts.some((set) => !set.has(JSON.stringify(rule))));
};

/** Songs that may be other than they are by rules: those of rules that came or went, and those that rules name. */
const songsToCorrect = (
  { corrections }: Library,
  known: readonly CorrectionRule[],
  rules: readonly CorrectionRule[],
): Set<number> => {
  const changed = differing(known, rules);
  const named = rules.flatMap((rule) => (rule.kind === 'songs' || rule.kind === 'hidden' ? rule.songs : []));
  const ids = new Set(corrections.withIds(named));
  if (changed.length === 0) return ids;
  for (const rule of changed) for (const id of corrections.songsOf(rule)) ids.add(id);
  for (const id of [...corrections.corrected(), ...corrections.waiting()]) ids.add(id);
  return ids;
};

/**
 * Brings one song to what it is with corrections.
 * @param takesIn whether it is taken in anew also when nothing of it changed: its names may count as others
 * @returns its folder, where that has to be worked out anew
 */
const correctSong = (
  { library, correct }: ScanContext,
  id: number,
  { corrector, takesIn }: { corrector: Corrector; takesIn: boolean },
): number | null => {
  const { corrections, songs, model, search } = library;
  const song = corrections.song(id);
  if (song === null) return null;
  const read = song.asRead ?? song.tags;
  const tags = correct(read, song);
  const isSame = JSON.stringify(tags) === JSON.stringify(song.tags);
  if (!isSame) corrections.setTags(id, tags, tags === read ? null : read);
  if (song.isMissing) return null;
  const isHidden = corrector.isHidden(song.publicId);
  if (isHidden && !song.isHidden) {
    corrections.hide(id);
    search.removeSong(id);
  }
  if (!isHidden && song.isHidden) songs.restore(id);
  const isShownAnew = !isHidden && (song.isHidden || !isSame);
  if (isShownAnew) {
    const folder = library.directories.place(song.directoryId);
    if (folder !== null) putInSearch(library, id, folder.virtualPath);
  }
  const isOther = isShownAnew || isHidden !== song.isHidden;
  if (isOther || takesIn) model.settleAgain(id);
  return isOther ? song.directoryId : null;
};

/**
 * Brings songs to what they are with corrections: after rules came or went all that they are or were about, else those
 * that rules name by their ids, which may have moved. @returns whether it came to its end
 */
export const applyCorrections = async (
  context: ScanContext,
  rules: readonly CorrectionRule[],
  corrector: Corrector,
): Promise<boolean> => {
  const { library, refresh } = context;
  const { batch, sources } = library;
  const text = JSON.stringify(rules);
  const known = sources.meta(metaKeys.corrections);
  const isChanged = (known ?? '[]') !== text;
  const touched = new Set<number>();
  let count = 0;
  const settleFolders = (): void => {
    for (const directoryId of touched) refresh.songs(directoryId, null);
    touched.clear();
  };
  for (const id of songsToCorrect(library, rulesOf(known), rules)) {
    batch.begin(1);
    const directoryId = correctSong(context, id, { corrector, takesIn: isChanged });
    if (directoryId !== null) touched.add(directoryId);
    count += 1;
    if (count % songsAtOnce !== 0) continue;
    settleFolders();
    batch.commit();
    if (context.isCancelled()) return false;
    await turn();
  }
  batch.begin(1);
  settleFolders();
  if (isChanged) sources.setMeta(metaKeys.corrections, text);
  batch.commit();
  return true;
};
