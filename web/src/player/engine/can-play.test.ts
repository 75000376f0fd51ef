import { describe, expect, it } from 'vitest';
import { createCanPlay } from './can-play.ts';

const ape = 'audio/x-ape';
const mp3 = 'audio/mpeg';

/** A browser whose elements and whose decoders say what they play; null is a type that the latter refuse to speak of. */
const setUp = (
  element: readonly string[],
  decoders: Readonly<Record<string, boolean | null>> | undefined,
) => {
  const asked: string[] = [];
  const told = { news: 0 };
  const canPlay = createCanPlay({
    createElement: () => ({
      canPlayType(type) {
        asked.push(type);
        return element.includes(type) ? 'maybe' : '';
      },
    }),
    capabilities: decoders && {
      async decodingInfo({ audio }) {
        const type = audio?.contentType ?? '';
        asked.push(`decoder ${type}`);
        const isSupported = decoders[type] ?? null;
        if (isSupported === null) throw new TypeError('no codec parameter');
        return { supported: isSupported };
      },
    },
    onNews: () => {
      told.news += 1;
    },
  });
  return { canPlay, asked, told };
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('what a browser plays', () => {
  it('is asked once a type, of an element and of its decoders', async () => {
    const { canPlay, asked, told } = setUp([mp3], { [mp3]: true, [ape]: false });
    for (let time = 0; time < 3; time += 1) {
      expect([canPlay(mp3), canPlay(ape)]).toEqual([true, false]);
      await settle();
    }
    expect(asked).toEqual([mp3, `decoder ${mp3}`, ape, `decoder ${ape}`]);
    expect(told.news).toBe(0);
  });

  it('is what its decoders say where an element said otherwise, and that is told', async () => {
    const { canPlay, told } = setUp([ape], { [ape]: false });
    expect(canPlay(ape)).toBe(true);
    await settle();
    expect(canPlay(ape)).toBe(false);
    expect(told.news).toBe(1);
  });

  it.each([
    ['its decoders do not speak of the type', { [mp3]: null }],
    ['it tells nothing of decoders', undefined],
  ])('is what an element says where %s', async (_, decoders) => {
    const { canPlay, told } = setUp([mp3], decoders);
    expect(canPlay(mp3)).toBe(true);
    await settle();
    expect(canPlay(mp3)).toBe(true);
    expect(told.news).toBe(0);
  });
});
