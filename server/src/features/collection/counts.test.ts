import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createListsStore } from '../../library/read/lists/lists-store.ts';
import { createTestLibrary } from './test-library.ts';

describe('the numbers of albums and folders', () => {
  it('are what a count of them gives, whatever happens to folders', () => {
    using library = createTestLibrary();
    const { raw } = library;
    library.addSource('Music');
    const store = createListsStore(raw);
    const changes = [
      raw.prepare('UPDATE directories SET is_album = 1 WHERE id = ?'),
      raw.prepare('UPDATE directories SET is_album = 0 WHERE id = ?'),
      raw.prepare('UPDATE directories SET missing_since_ms = 5 WHERE id = ?'),
      raw.prepare('UPDATE directories SET missing_since_ms = NULL WHERE id = ?'),
      raw.prepare('DELETE FROM directories WHERE id = ? AND parent_id IS NOT NULL'),
      raw.prepare(
        `INSERT OR IGNORE INTO directories
           (id, source_id, parent_id, name, virtual_path, sort_key, walk_key, added_at, is_album)
         SELECT id, 1, 1, 'f' || id, 'Music/f' || id, x'', x'', 0, id % 2 FROM (SELECT ? AS id)`,
      ),
    ];
    const countedAlbums = raw
      .prepare('SELECT count(*) FROM directories WHERE is_album = 1 AND missing_since_ms IS NULL')
      .pluck();
    const countedChildren = raw
      .prepare('SELECT count(*) FROM directories WHERE parent_id = 1 AND missing_since_ms IS NULL')
      .pluck();
    const step = fc.tuple(fc.nat({ max: changes.length - 1 }), fc.integer({ min: 2, max: 9 }));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        for (const [change, id] of steps) changes[change]?.run(id);
        expect(store.countAlbums()).toBe(countedAlbums.get());
        expect(store.findDirectory('Music')?.child_count).toBe(countedChildren.get());
      }),
    );
  });
});
