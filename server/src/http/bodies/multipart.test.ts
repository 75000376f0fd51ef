import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryOf, readForm } from './multipart.ts';

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));

const formOf = (parts: readonly { name: string; bytes: Buffer }[], boundary: string): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"; filename="blob"\r\nContent-Type: text/plain\r\n\r\n`,
      ),
      part.bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

describe('forms', () => {
  it('give back their parts', () => {
    const part = fc.record({ name: fc.stringMatching(/^[a-z0-9 .é-]{1,20}$/), bytes });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const read = readForm(formOf(parts, 'xyzzyboundary'), 'xyzzyboundary', 10);
        expect(read?.map((each) => [each.name, each.bytes.toString('hex')])).toEqual(
          parts.map((each) => [each.name, each.bytes.toString('hex')]),
        );
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data;boundary="a b"', 'a b'],
    ['multipart/form-data; charset=utf-8; boundary=----x', '----x'],
    ['multipart/form-data', null],
    ['application/json', null],
    [undefined, null],
  ])('name their boundary in %j', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary);
  });

  it('that are cut off, have no name or too many parts are refused', () => {
    const whole = formOf(
      [
        { name: 'a', bytes: Buffer.from('x') },
        { name: 'b', bytes: Buffer.from('y') },
      ],
      'B',
    );
    for (let end = 0; end < whole.length - 4; end += 1) {
      expect(readForm(whole.subarray(0, end), 'B', 10)).toBeNull();
    }
    expect(readForm(whole, 'B', 1)).toBeNull();
    expect(readForm(whole, 'C', 10)).toBeNull();
    expect(readForm(Buffer.from('--B\r\nContent-Type: x\r\n\r\ny\r\n--B--'), 'B', 10)).toBeNull();
  });
});
