import { buildSong, SONG_FORMATS } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { audioExtensions, audioTypeOf, containerOf, fileKindOf, id3EndOf } from './audio-formats.ts';

describe('the table of audio formats', () => {
  it('makes a song of every extension in it, whatever its case', () => {
    for (const extension of audioExtensions) {
      expect(fileKindOf(`a.${extension}`), extension).toBe('song');
      expect(fileKindOf(`a.${extension.toUpperCase()}`), extension).toBe('song');
      expect(audioTypeOf(`a.${extension}`, null), extension).toMatch(/^audio\/[\w-]+$/);
    }
    for (const name of ['mp3', 'a.mp3.part', 'a.', '', 'a.html', 'a.constructor', 'a.__proto__']) {
      expect(fileKindOf(name), name).toBeNull();
      expect(audioTypeOf(name, null), name).toBe('application/octet-stream');
    }
  });

  it.each(SONG_FORMATS)('tells %s by its first bytes under every name', (format) => {
    const { data } = buildSong({ format, tags: { title: 'A' } });
    const container = containerOf(data.subarray(id3EndOf(data)));
    const own = audioTypeOf(`a.${format}`, null);
    expect(audioTypeOf(`a.${format}`, container)).toBe(own);
    expect(audioTypeOf('a.txt', container)).toBe(own);
    for (const extension of audioExtensions) {
      const named = audioTypeOf(`a.${extension}`, null);
      const told = audioTypeOf(`a.${extension}`, container);
      expect([own, named], `${format} as ${extension}`).toContain(told);
      if (named !== own) expect(told, `${format} as ${extension}`).toBe(own);
    }
  });

  it('knows the marks of what nothing here can write', () => {
    const at8 = (mark: string, kind: string) => Buffer.from(`${mark}size${kind}`, 'latin1');
    expect(containerOf(at8('RF64', 'WAVE'))).toBe('wav');
    expect(containerOf(at8('BW64', 'WAVE'))).toBe('wav');
    expect(containerOf(at8('RIFF', 'AVI '))).toBeNull();
    expect(containerOf(at8('RIFF', 'WEBP'))).toBeNull();
    expect(containerOf(at8('FORM', 'AIFC'))).toBe('aiff');
    expect(containerOf(Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'))).toBe('asf');
    expect(containerOf(Buffer.from('1a45dfa39f4286810142f7810142f281', 'hex'))).toBe('matroska');
    expect(containerOf(Buffer.from('MP+\x07'))).toBe('musepack');
    expect(containerOf(Buffer.from('fff15080', 'hex'))).toBe('aac');
    expect(containerOf(Buffer.from('fffbe064', 'hex'))).toBe('mpeg');
    expect(containerOf(Buffer.alloc(0))).toBeNull();
  });
});
