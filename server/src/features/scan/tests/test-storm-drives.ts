import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { bytes, type Choice, pick, type StormFiles } from './test-storm-files.ts';

/** What happens to drives: they go away and come back, are emptied, and others stand in their place. */
export const createStormDrives = (root: string, sourceNames: readonly string[], files: StormFiles) => {
  const { entries, isFreeForFile, isThere, newRecording, putRecording, remove } = files;
  const awayPath = (source: string): string => `${root}/away-${source}`;
  /** Moves what is in a source's folder (or half of it) elsewhere, or back. */
  const empty = (source: string, isHalf: boolean): void => {
    const folder = `${root}/${source}`;
    const away = `${awayPath(source)}-in`;
    if (!existsSync(bytes(folder)) || existsSync(bytes(`${root}/own-${source}`))) return;
    if (existsSync(bytes(away))) {
      for (const name of entries(away)) {
        if (!isThere(`${folder}/${name}`)) renameSync(bytes(`${away}/${name}`), bytes(`${folder}/${name}`));
      }
      remove(away);
      return;
    }
    mkdirSync(bytes(away));
    entries(folder).forEach((name, index) => {
      if (!isHalf || index % 2 === 0) renameSync(bytes(`${folder}/${name}`), bytes(`${away}/${name}`));
    });
  };

  const deeds = {
    away: ({ a }: Choice) => {
      const source = pick(sourceNames, a) ?? '';
      if (existsSync(bytes(`${root}/own-${source}`))) return;
      if (existsSync(bytes(awayPath(source))))
        renameSync(bytes(awayPath(source)), bytes(`${root}/${source}`));
      else renameSync(bytes(`${root}/${source}`), bytes(awayPath(source)));
    },
    empty: ({ a }: Choice) => empty(pick(sourceNames, a) ?? '', false),
    shrink: ({ a }: Choice) => empty(pick(sourceNames, a) ?? '', true),
    /** Another disk stands in a source's place, until its own does again. */
    foreign: ({ a, c }: Choice) => {
      const source = pick(sourceNames, a) ?? '';
      const [place, own, other] = [`${root}/${source}`, `${root}/own-${source}`, `${root}/foreign-${source}`];
      if (existsSync(bytes(own))) {
        renameSync(bytes(place), bytes(other));
        renameSync(bytes(own), bytes(place));
        return;
      }
      if (!existsSync(bytes(place)) || existsSync(bytes(`${awayPath(source)}-in`))) return;
      renameSync(bytes(place), bytes(own));
      if (existsSync(bytes(other))) renameSync(bytes(other), bytes(place));
      else mkdirSync(bytes(place));
      for (let number = 0; number <= c % 3; number += 1) {
        const path = `${place}/foreign ${number}.flac`;
        if (isFreeForFile(path)) putRecording(path, newRecording({ a, b: 0, c }));
      }
    },
    allBack: () => {
      for (const source of sourceNames) {
        if (existsSync(bytes(`${root}/own-${source}`)) && existsSync(bytes(`${root}/${source}`)))
          deeds.foreign({ a: sourceNames.indexOf(source), b: 0, c: 0 });
        if (existsSync(bytes(awayPath(source))))
          renameSync(bytes(awayPath(source)), bytes(`${root}/${source}`));
        if (existsSync(bytes(`${awayPath(source)}-in`))) empty(source, false);
      }
    },
  } as const;
  return deeds;
};
