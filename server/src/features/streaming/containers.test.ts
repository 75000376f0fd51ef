import { expect, it } from 'vitest';
import { createContainers } from './containers.ts';

const looking = (...told: (string | null)[]) => {
  const looked: number[] = [];
  const containers = createContainers(async (descriptor) => {
    looked.push(descriptor);
    return (told.shift() ?? null) as never;
  });
  return { looked, of: (descriptor: number, identity: string) => containers.of({ descriptor, identity }) };
};

it('looks at a file once as long as it is the same', async () => {
  const { looked, of } = looking('flac', 'mp3');
  expect([await of(3, 'a-1'), await of(4, 'a-1'), await of(5, 'a-2'), await of(6, 'a-1')]).toEqual([
    'flac',
    'flac',
    'mp3',
    'flac',
  ]);
  expect(looked).toEqual([3, 5]);
});

it('looks again where nothing was told: the disk may have been in trouble', async () => {
  const { looked, of } = looking(null, 'flac');
  expect([await of(3, 'a'), await of(4, 'a'), await of(5, 'a')]).toEqual([null, 'flac', 'flac']);
  expect(looked).toEqual([3, 4]);
});

it('forgets what was not asked for for long', async () => {
  const { looked, of } = looking(...Array.from({ length: 3_000 }, () => 'flac'));
  await of(0, 'first');
  for (let number = 1; number <= 1_500; number += 1) {
    await of(number, String(number));
    await of(number, 'kept');
  }
  await of(2_000, 'kept');
  await of(2_001, 'first');
  expect(looked.filter((descriptor) => descriptor >= 2_000)).toEqual([2_001]);
});
