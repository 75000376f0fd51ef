import { describe, expect, it } from 'vitest';
import { areSame, isDraft, mountDirsOf, rowsOf, withNewRow } from './source-rows.ts';

const music = { source: '/music', name: 'Music' };

describe('rows of music sources', () => {
  it('come back as they were saved', () => {
    const saved = [music, { source: '/more', name: '' }];
    expect(mountDirsOf(rowsOf(saved))).toEqual(saved);
  });

  it('are saved as drafts when half filled, and not at all when empty', () => {
    const rows = withNewRow(rowsOf([music, { source: '', name: 'Later' }]));
    expect(mountDirsOf(rows)).toEqual([music, { source: '', name: 'Later' }]);
    expect(rows.map(isDraft)).toEqual([false, true, false]);
  });

  it('count blanks for nothing, and keep a name as it was typed', () => {
    const half = { source: '/music', name: '  ' };
    const named = { source: '/music', name: ' Music ' };
    const rows = rowsOf([half, { source: ' ', name: ' ' }, named]);
    expect(rows.map(isDraft)).toEqual([true, false, false]);
    expect(mountDirsOf(rows)).toEqual([half, named]);
  });

  it('keep their keys apart', () => {
    const rows = withNewRow(withNewRow(withNewRow([])));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  });

  it('are compared by what would be saved', () => {
    expect(areSame([music], [{ ...music }])).toBe(true);
    expect(areSame([music], [{ ...music, name: 'Other' }])).toBe(false);
    expect(areSame([music], [])).toBe(false);
  });
});
