import { columnFields } from '@tonearm/contract/song-fields';
import type { SongDocument } from '../../../library/search-index/search-index.ts';
import { listOf } from '../../../library/write/library.ts';
import type { SearchableSong } from '../../../library/write/songs-store.ts';

/** The fields whose words are found besides those of the title, which counts on its own. */
const searched = columnFields.filter(({ name, isSearched }) => isSearched && name !== 'title');

const textsOf = (tags: SearchableSong['tags']): string[] => {
  const texts: string[] = [];
  for (const { name, kind } of searched) {
    const value = tags[name];
    if (value === null) continue;
    if (typeof value === 'number') texts.push(String(value));
    else if (kind === 'text') texts.push(value);
    else texts.push(...listOf(value));
  }
  return texts;
};

/** What search is told of a song. @param folderPath virtual path of its folder */
export const songDocument = (folderPath: string, { name, tags }: SearchableSong): SongDocument => ({
  folderPath,
  name,
  title: tags.title,
  texts: textsOf(tags),
});
