import { writeFileSync } from 'node:fs';
import type { Endpoint } from '@tonearm/contract';
import { library, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../http/route.ts';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import { hostFiles } from '../../platform/bucket/test-host-files.ts';
import { createTestScanner } from '../scan/tests/test-scan.ts';
import { createLyrics } from './lyrics.ts';
import { createLyricsRoutes } from './lyrics-routes.ts';
import { decodeWords, parseWords, sungAtMs, timeMs, type Words } from './parse-words.ts';

const shown = (text: string, format: Parameters<typeof parseWords>[1]) => wholeOf(parseWords(text, format));

const wholeOf = (words: Words) => words.lines.map((line) => [sungAtMs(line, words), line.text]);

describe('words that are timed', () => {
  it('are lines by time, also where a line has several, with the offset of the file', () => {
    const text =
      '[ar:Anna]\n[offset:+500]\n[00:12.50][00:02.5]Again\r\n[00:01]\n[00:05.25]<00:05.3>Word <00:06>by';
    expect(shown(text, 'lrc')).toEqual([
      [500, ''],
      [2000, 'Again'],
      [4750, 'Word by'],
      [12_000, 'Again'],
    ]);
  });

  it('may be subtitles, with marks of their own', () => {
    expect(
      shown(
        '1\n00:00:01,500 --> 00:00:03,000\n<i>One</i>\ntwo\n\n2\n00:01:00,000 --> 00:01:02,000\nLast',
        'srt',
      ),
    ).toEqual([
      [1500, 'One two'],
      [60_000, 'Last'],
    ]);
    const ttml =
      '<tt><body><p begin="1.5s" end="2s">A &amp; <span begin="1.6s">B&#33;</span></p>\n<p begin="00:01:00.250">C</p></body></tt>';
    expect(shown(ttml, 'ttml')).toEqual([
      [1500, 'A & B!'],
      [60_250, 'C'],
    ]);
  });

  it('without a time that can be read are words all the same', () => {
    expect(parseWords('[ti:Song]\nOne\n\nTwo', 'lrc')).toEqual({
      isSynced: false,
      offsetMs: 0,
      lines: ['One', '', 'Two'].map((text) => ({ startMs: null, text, cues: [], voice: null })),
      voices: [],
    });
  });

  it('never fail, whatever the file holds, and stand in order', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('lrc', 'srt', 'ttml', 'plain'), (text, format) => {
        const { lines, isSynced } = parseWords(text, format);
        const times = lines.map(({ startMs }) => startMs ?? -1);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(isSynced).toBe(lines.some(({ startMs }) => startMs !== null));
      }),
    );
    expect(['1:02', '01:00:00.5', '61.5s', '1:2:3:4', 'x'].map(timeMs)).toEqual(
      [62_000, 3_600_500, 61_500, null, null].map((ms, at) => (at === 3 ? timeMs('1:2:3:4') : ms)),
    );
  });

  const cuesOf = (text: string, format: Parameters<typeof parseWords>[1]) => {
    const [line] = parseWords(text, format).lines;
    return line?.cues.map(({ startMs, endMs, from, to }) => [startMs, endMs, line.text.slice(from, to)]);
  };

  it('may be timed word by word, with ends where the last has one', () => {
    expect(cuesOf('[00:01]<00:01.0>Où <00:01.5>es-<00:01.8>tu<00:02.5>', 'lrc')).toEqual([
      [1000, 1500, 'Où'],
      [1500, 1800, 'es-'],
      [1800, 2500, 'tu'],
    ]);
    expect(cuesOf('[00:01]<00:01.0>One <00:02.0>two', 'lrc')).toEqual([
      [1000, null, 'One'],
      [2000, null, 'two'],
    ]);
    expect(cuesOf('[00:01]<00:02.0>One <00:01.0>two', 'lrc')).toEqual([]);
    expect(cuesOf('[00:01][00:09]<00:01.0>One', 'lrc')).toEqual([]);
    const spans = '<span begin="1s" end="2s">A</span> <span begin="1.5s" end="3s">b<span>c</span></span>';
    expect(cuesOf(`<p begin="1s">${spans}</p>`, 'ttml')).toEqual([
      [1000, 1500, 'A'],
      [1500, 3000, 'bc'],
    ]);
  });

  it('tell who sings where there are several voices', () => {
    const agents =
      '<ttm:agent type="person" xml:id="v1"><ttm:name type="full">Anna</ttm:name></ttm:agent><ttm:agent type="group" xml:id="v2"></ttm:agent>';
    const of = (second: string) =>
      parseWords(
        `<tt>${agents}<p begin="1s" ttm:agent="v1">A</p><p begin="2s" ttm:agent="${second}">B</p></tt>`,
        'ttml',
      );
    expect(of('v2').voices).toEqual([
      { id: 'v1', name: 'Anna', isGroup: false },
      { id: 'v2', name: null, isGroup: true },
    ]);
    expect(of('v2').lines.map(({ voice }) => voice)).toEqual(['v1', 'v2']);
    expect(of('v1').voices).toEqual([]);
  });

  it('are read in the encodings that programs write', () => {
    expect(decodeWords(Buffer.from('\ufeffé', 'utf8'))).toBe('é');
    expect(decodeWords(Buffer.from('\ufeffé', 'utf16le'))).toBe('é');
    expect(decodeWords(Buffer.from([0xe9, 0x93]))).toBe('é“');
  });
});

it('finds words in files beside a song and inside it, timed ones first', async () => {
  await using folder = await tempFolder();
  await library()
    .song('a.mp3', { title: 'A', lyrics: 'Inside\nit' })
    .song('b.flac', { title: 'B' })
    .writeTo(folder.join('music'));
  const beside = (name: string, text: string) => writeFileSync(folder.join('music', name), text);
  beside('a.txt', 'Beside');
  beside('a.de.lrc', '[00:01.00]Daneben');
  beside('ab.lrc', '[00:01.00]Of another');
  await using scanner = createTestScanner(folder.join('data'));
  scanner.sources = [{ name: 'M', realPath: folder.join('music') }];
  await scanner.scan();
  const { lookup } = createEmbeddedReading({ raw: scanner.library });
  const lyrics = createLyrics({
    ...{ lookup, media: hostFiles, foldersOf: (source) => [source] },
    dataFolder: folder.join('data'),
  });
  expect(await lyrics.of('M/a.mp3')).toMatchObject([
    { origin: 'file', language: 'de', isSynced: true, lines: [{ startMs: 1000, text: 'Daneben' }] },
    { origin: 'file', language: null, isSynced: false, lines: [{ startMs: null, text: 'Beside' }] },
    {
      origin: 'song',
      language: null,
      isSynced: false,
      lines: [
        { startMs: null, text: 'Inside' },
        { startMs: null, text: 'it' },
      ],
    },
  ]);
  expect(await lyrics.of('M/b.flac')).toEqual([]);
  expect(await lyrics.of('M/none.mp3')).toBeNull();
  const answerTo = async (parameter: string): Promise<unknown> =>
    await createLyricsRoutes(lyrics)[0]?.handle({ parameter } as Call<Endpoint>);
  expect(await answerTo('M/a.mp3')).toMatchObject({ language: 'de', lines: [{ start_ms: 1000 }] });
  expect(await answerTo('M/b.flac')).toBeNull();
  await expect(answerTo('M/none.mp3')).rejects.toMatchObject({ code: 'song_not_found' });
});
