import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestLibrary, type TestLibrary } from '../../features/collection/test-library.ts';
import { chunkOfRow, chunkSize, decodeOffsets, eachSection, fields, listOf } from './posting-list.ts';
import { createPostingWriter, type PostingWriter } from './posting-writer-store.ts';
import { eachPosting } from './word-bucket.ts';

let library: TestLibrary;
let writer: PostingWriter;
beforeEach(() => {
  library = createTestLibrary();
  writer = createPostingWriter(library.raw);
});
afterEach(() => library[Symbol.dispose]());

const wordsInBucket = 128;

/** Documents of each list, `list:document`, and how many places each is written in. */
const written = () => {
  const rare: string[] = [];
  const common: string[] = [];
  const buckets = library.raw
    .prepare<[], { id: number; data: Buffer }>('SELECT id, data FROM search_buckets')
    .all();
  for (const { id, data } of buckets) {
    eachPosting(data, (place, field, documentId) => {
      rare.push(`${(id * wordsInBucket + place) * 16 + field}:${documentId}`);
    });
  }
  const rows = library.raw
    .prepare<[], { key: number; data: Buffer }>('SELECT key, data FROM search_postings')
    .all();
  for (const { key, data } of rows) {
    eachSection(data, (field, section) => {
      const list = Math.floor(key / 0x10000) * 16 + field;
      for (const offset of decodeOffsets(section))
        common.push(`${list}:${chunkOfRow(key) * chunkSize + offset}`);
    });
  }
  return { rare, common };
};

const addOneByOne = (list: number, documents: readonly number[]): void => {
  for (const document of documents) {
    writer.add(list, document);
    writer.flush();
  }
};
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const inList = (list: number) => (document: number) => `${list}:${document}`;

describe('where postings are written', () => {
  const word = listOf(130, fields.album);
  const neighbour = listOf(131, fields.name);

  it('is the bucket for a rare word, and rows of its own from the 25th posting on, for it alone', () => {
    addOneByOne(neighbour, [7]);
    addOneByOne(word, upTo(24));
    expect(written().common).toEqual([]);
    expect(written().rare.sort()).toEqual([...upTo(24).map(inList(word)), `${neighbour}:7`].sort());
    addOneByOne(word, [chunkSize + 9]);
    expect(written().common).toEqual([...upTo(24), chunkSize + 9].map(inList(word)));
    expect(written().rare).toEqual([`${neighbour}:7`]);
    addOneByOne(word, [25, 26]);
    expect(written().common).toEqual([...upTo(26), chunkSize + 9].map(inList(word)));
    expect(written().rare).toEqual([`${neighbour}:7`]);
  });

  it('stays the bucket while 25 postings are of several words', () => {
    addOneByOne(word, upTo(20));
    addOneByOne(neighbour, upTo(20));
    expect(written().common).toEqual([]);
    expect(written().rare).toHaveLength(40);
  });

  it('is a row at once for a word that comes with 12 postings', () => {
    for (const document of upTo(11)) writer.add(neighbour, document);
    for (const document of upTo(12)) writer.add(word, document);
    writer.flush();
    expect(written().common).toEqual(upTo(12).map(inList(word)));
    expect(written().rare).toEqual(upTo(11).map(inList(neighbour)));
  });

  it('holds what was added last and not what was removed', () => {
    const step = fc.record({
      list: fc.constantFrom(word, neighbour, listOf(130, fields.name), listOf(5000, fields.folder)),
      documents: fc.array(
        fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: chunkSize, max: chunkSize + 3 })),
        {
          minLength: 1,
          maxLength: 20,
        },
      ),
      isAdded: fc.boolean(),
      isFlushed: fc.boolean(),
      isDiscarded: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        library.raw.exec('DELETE FROM search_buckets; DELETE FROM search_postings');
        let model = new Set<string>();
        let gathered = new Set(model);
        for (const { list, documents, isAdded, isFlushed, isDiscarded } of steps) {
          for (const document of documents) {
            const name = `${list}:${document}`;
            // As the index does: adds what is not there, removes what is.
            if (gathered.has(name) === isAdded) continue;
            if (isAdded) {
              writer.add(list, document);
              gathered.add(name);
            } else {
              writer.remove(list, document);
              gathered.delete(name);
            }
          }
          if (isDiscarded) {
            writer.discard();
            gathered = new Set(model);
          } else if (isFlushed) {
            writer.flush();
            model = new Set(gathered);
          }
        }
        writer.flush();
        const { rare, common } = written();
        // What was taken out and put back within one flush may stand there twice, which no reader minds.
        expect(new Set([...rare, ...common])).toEqual(gathered);
      }),
      { numRuns: 60 },
    );
  });
});
