import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentDecode } from '../../http/decode-path.ts';
import { parseVirtualPath, splitLast, virtualPathText } from '../../platform/paths/virtual-path.ts';

const forbidden = new Set(['', '.', '..']);

/** A name as a folder may have it. */
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.toWellFormed())
  .filter((text) => !forbidden.has(text) && !/[/\0]/.test(text));

/** A part as somebody may send it. */
const part = fc.oneof(
  name,
  fc.constantFrom('', '.', '..', '...', '\0', 'a\0b', ' ', '~', '%2e%2e', '..\\', 'C:'),
);

describe('virtual paths', () => {
  it('are read as a plain model says: split at slashes, refused with a part that is no name', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const text = parts.join('/');
        const isFine =
          text === '' || text.split('/').every((one) => !forbidden.has(one) && !one.includes('\0'));
        expect(parseVirtualPath(text)).toEqual(isFine ? (text === '' ? [] : text.split('/')) : null);
      }),
    );
  });

  it('come back as they were, and through an address, encoded whole or part by part', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 6 }), (parts) => {
        const text = virtualPathText(parts);
        expect(parseVirtualPath(text)).toEqual(parts);
        expect(parseVirtualPath(percentDecode(encodeURIComponent(text)))).toEqual(parts);
        expect(parseVirtualPath(percentDecode(parts.map(encodeURIComponent).join('/')))).toEqual(parts);
      }),
    );
  });

  it('split into folder and name and join again', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), (parts) => {
        const { folder, name: last } = splitLast(virtualPathText(parts));
        expect(last).toBe(parts.at(-1));
        expect(parseVirtualPath(folder)).toEqual(parts.slice(0, -1));
      }),
    );
  });

  it('are decoded exactly once, byte by byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
        const encoded = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
        expect(percentDecode(encoded)).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      }),
    );
    expect(percentDecode('50%2520off')).toBe('50%20off');
    expect(percentDecode('%252e%252e')).toBe('%2e%2e');
  });
});
