// A process of its own, at the lowest priority, that makes pages before anybody asks for them: what that takes of memory
// is given back with it.

import { openReading } from '../../../library/read/open-reading.ts';
import { takeOwnEnd } from '../../../platform/child/own-end.ts';
import { yieldWholly } from '../../../platform/child/yield-wholly.ts';
import { collectGarbage } from '../../../platform/memory/collect-garbage.ts';
import { createPassingBytes } from '../../../platform/memory/passing-bytes.ts';
import { folderIdOf, knownArtists } from '../known-ids.ts';
import { createShaping } from '../shaping/shaping.ts';
import { type PackedPage, packPage } from './packed-page.ts';
import { createPageMaking, type WalkPage } from './page-making.ts';
import type { PageReport } from './pages-ahead-messages.ts';
import { xmlName, xmlPageOf } from './xml-page.ts';

const { tell, serve } = takeOwnEnd<WalkPage, PageReport>();
const [, , dataFolder = ''] = process.argv;
const { apps } = openReading(dataFolder).reading;
const shaping = createShaping({ apps, folderIdOf, artists: knownArtists, marks: async () => new Map() });
const making = createPageMaking({ apps, shaping });

/** All garbage is collected after so many bytes of pages: three or four of them. */
const collectEvery = 1_500_000;

const hasYielded = yieldWholly();
// Nobody waits here: all of it at once, where small collections of garbage would leave most of what passes for later.
const pass = createPassingBytes(() => collectGarbage({ type: 'major', execution: 'sync' }), collectEvery);

const isPacked = (each: {
  name: string;
  packed: PackedPage | null;
}): each is { name: string; packed: PackedPage } => each.packed !== null;

const answer = async (wanted: WalkPage): Promise<void> => {
  await hasYielded;
  const { name, make } = await making.stretch(wanted);
  const page = await make();
  const packed = [
    { name, packed: await packPage(page) },
    { name: xmlName(name), packed: await packPage(xmlPageOf(wanted.of, page)) },
  ];
  tell({ count: page.entries.ids.length, packed: packed.filter(isPacked) });
  pass(packed.reduce((sum, each) => sum + (each.packed?.unpackedLength ?? 0), 0));
};

serve((wanted) => void answer(wanted));
