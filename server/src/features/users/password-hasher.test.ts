import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { createPasswordHasher } from './password-hasher.ts';

const cheap = { memoryKib: 64, passes: 1 };

describe('password hashes', () => {
  it('match their password and nothing else', async () => {
    const hasher = createPasswordHasher({ random: systemRandom, cost: cheap });
    const stored = await hasher.hash('käse 🧀', 'a');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(await hasher.verify('käse 🧀', stored, 'a')).toEqual({ isMatch: true, isOutdated: false });
    expect((await hasher.verify('kase 🧀', stored, 'a')).isMatch).toBe(false);
    expect((await hasher.verify('käse 🧀', null, 'a')).isMatch).toBe(false);
  });

  it('still match after the cost was raised, and say that they are outdated', async () => {
    const stored = await createPasswordHasher({ random: systemRandom, cost: cheap }).hash('x', 'a');
    const dearer = createPasswordHasher({ random: systemRandom, cost: { memoryKib: 128, passes: 2 } });
    expect(await dearer.verify('x', stored, 'a')).toEqual({ isMatch: true, isOutdated: true });
  });

  it('differ for equal passwords', async () => {
    const hasher = createPasswordHasher({ random: systemRandom, cost: cheap });
    expect(await hasher.hash('x', 'a')).not.toBe(await hasher.hash('x', 'a'));
  });
});
