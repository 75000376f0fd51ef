import { createEntriesBytes, filledTexts } from '../wire/entries-bytes.ts';
import type { Node } from '../wire/tree.ts';
import { attributesOf, openedElement } from '../wire/write-xml.ts';
import type { MadePage, WalkPage } from './page-making.ts';

/** What an entry is called in XML, wherever such pages are told. */
const elements: Readonly<Record<WalkPage['of'], string>> = { songs: 'song', albums: 'album' };

/** What a page is kept as in XML. @param name what it is kept as in JSON, which begins with what it is of */
export const xmlName = (name: string): string => `xml ${name}`;

/** The same page in XML. */
export const xmlPageOf = (of: WalkPage['of'], { entries, total }: MadePage): MadePage => {
  const texts = function* () {
    for (const text of filledTexts(entries, null))
      yield openedElement(elements[of], JSON.parse(text) as Node);
  };
  return { total, entries: createEntriesBytes(entries.ids, texts(), '') };
};

/** Members of JSON, each with a comma before, as attributes of such an entry, each with a blank before. */
export const attributesText = (of: WalkPage['of'], members: string): string =>
  members === '' ? '' : attributesOf(elements[of], JSON.parse(`{${members.slice(1)}}`) as Node);
