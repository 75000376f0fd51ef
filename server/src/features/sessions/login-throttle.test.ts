import { createFakeClock } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { createLoginThrottle } from './login-throttle.ts';

const minuteMs = 60_000;

const createThrottle = () => {
  const clock = createFakeClock();
  return { clock, throttle: createLoginThrottle(clock) };
};

type Subject = ReturnType<typeof createThrottle>;

/** Guesses wrongly, and notes when each attempt was looked at. @returns how many were */
const guess = async (
  { clock, throttle }: Subject,
  options: { at: (index: number) => { address: string; name: string }; count?: number; everyMs?: number },
): Promise<number> => {
  let evaluated = 0;
  const { at, count = 10_000, everyMs = 6 } = options;
  for (let index = 0; index < count; index += 1) {
    const { address, name } = at(index);
    throttle.begin(address, name).then(
      () => {
        evaluated += 1;
      },
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      },
    );
    await clock.advance(everyMs);
  }
  return evaluated;
};

/** Tries a password as a person does: again when told to come again. */
const attemptFrom = async ({ clock, throttle }: Subject, address: string) => {
  for (;;) {
    try {
      return await throttle.begin(address, 'anna');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { promise, resolve } = Promise.withResolvers<void>();
      clock.schedule(Number(error.headers['Retry-After']) * 1000, resolve);
      await promise;
    }
  }
};

/** Signs in with the right password. @returns after how many milliseconds it worked */
const signInFrom = async (subject: Subject, address: string): Promise<number> => {
  const startMs = subject.clock.monotonicMs();
  (await attemptFrom(subject, address)).succeeded();
  return subject.clock.monotonicMs() - startMs;
};

const manyAddresses = (index: number) => ({ address: `10.0.${index >> 8}.${index & 255}`, name: 'anna' });
const sixtyAddresses = (index: number) => ({ address: `10.0.0.${index % 60}`, name: 'anna' });

describe('the sign-in throttle', () => {
  it('looks at no more than 40 of 10,000 guesses from one address in a minute', async () => {
    const subject = createThrottle();
    (await subject.throttle.begin('10.0.0.9', 'anna')).succeeded();
    const at = () => ({ address: '10.0.0.9', name: 'anna' });
    expect(await guess(subject, { at })).toBeLessThanOrEqual(40);
  });

  it('looks at no more than 40 guesses for one name from many addresses', async () => {
    expect(await guess(createThrottle(), { at: manyAddresses })).toBeLessThanOrEqual(40);
  });

  it('looks at no more than 40 guesses for one name from sixty addresses', async () => {
    expect(await guess(createThrottle(), { at: sixtyAddresses })).toBeLessThanOrEqual(40);
  });

  it('takes a whole /64 of IPv6 for one address', async () => {
    const at = (index: number) => ({ address: `2001:db8::${index.toString(16)}`, name: `name${index}` });
    expect(await guess(createThrottle(), { at })).toBeLessThanOrEqual(40);
  });

  it('lets the right user in elsewhere at once while one address guesses', async () => {
    const subject = createThrottle();
    for (let minute = 0; minute < 3; minute += 1) {
      await guess(subject, { at: () => ({ address: '10.0.0.9', name: 'anna' }), count: 1000, everyMs: 60 });
      const attempt = await subject.throttle.begin(`10.0.1.${minute}`, 'anna');
      expect(attempt.delayMs).toBe(0);
    }
  });

  it.each([
    ['10,000 times a minute', 6],
    ['twice a second', 500],
  ])('lets a new device in within seconds while sixty addresses guess %s', async (_how, everyMs) => {
    const subject = createThrottle();
    const guessing = guess(subject, { at: sixtyAddresses, everyMs, count: (5 * minuteMs) / everyMs });
    const waits: number[] = [];
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    subject.clock.schedule(3 * minuteMs, () => {
      void signInFrom(subject, '10.1.1.1')
        .then((waitMs) => waits.push(waitMs))
        .then(() => signInFrom(subject, '10.1.1.2'))
        .then((waitMs) => waits.push(waitMs))
        .finally(resolve);
    });
    await Promise.all([guessing, settled]);
    expect(waits).toHaveLength(2);
    for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(7_000);
  });

  it('lets a new device in within three minutes when sixty addresses begin to guess with it', async () => {
    const subject = createThrottle();
    const guessing = guess(subject, { at: sixtyAddresses, everyMs: 20, count: (4 * minuteMs) / 20 });
    let waitMs = Number.POSITIVE_INFINITY;
    subject.clock.schedule(5_000, () => {
      void signInFrom(subject, '10.1.1.1').then((ms) => {
        waitMs = ms;
      });
    });
    await guessing;
    expect(waitMs).toBeLessThanOrEqual(3 * minuteMs);
  });

  it('lets a user in at once from where they have signed in before while many addresses guess', async () => {
    const subject = createThrottle();
    (await subject.throttle.begin('10.9.9.9', 'anna')).succeeded();
    await guess(subject, { at: sixtyAddresses, count: 1000 });
    const before = subject.clock.monotonicMs();
    (await subject.throttle.begin('10.9.9.9', 'anna')).succeeded();
    expect(subject.clock.monotonicMs()).toBe(before);
  });

  it.each([
    ['from an address each', (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`],
    ['from a network of IPv6 each', (index: number) => `2001:db8:${index.toString(16)}::1`],
    [
      'from sixty addresses told in two ways',
      (index: number) => `${index % 2 === 0 ? '' : '::ffff:'}10.0.0.${index % 60}`,
    ],
  ])(
    'lets who mistyped three times in with the right password, while others guess %s',
    async (_how, addressOf) => {
      const subject = createThrottle();
      const guessing = guess(subject, {
        at: (index) => ({ address: addressOf(index), name: 'anna' }),
        everyMs: 100,
        count: (16 * minuteMs) / 100,
      });
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const mistypeAndSignIn = async (): Promise<number> => {
        for (let time = 0; time < 3; time += 1) await attemptFrom(subject, '10.255.1.1');
        return signInFrom(subject, '10.255.1.1');
      };
      subject.clock.schedule(3 * minuteMs, () => void mistypeAndSignIn().then(resolve, reject));
      await guessing;
      expect(await Promise.race([promise, Promise.resolve(Number.POSITIVE_INFINITY)])).toBeLessThanOrEqual(
        5 * minuteMs,
      );
    },
  );

  it('says when to come back, and means it', async () => {
    const { clock, throttle } = createThrottle();
    for (let at = 0; at < 16; at += 1) await throttle.begin('10.0.0.9', `name${at}`);
    const error = await throttle.begin('10.0.0.9', 'anna').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    const seconds = Number((error as AppError).headers['Retry-After']);
    expect(seconds).toBe(6);
    await clock.advance(seconds * 1000);
    await expect(throttle.begin('10.0.0.9', 'anna')).resolves.toBeDefined();
  });

  it('never slows those who give the right password', async () => {
    const { throttle } = createThrottle();
    for (let at = 0; at < 500; at += 1) {
      const attempt = await throttle.begin('10.0.0.9', 'anna');
      expect(attempt.delayMs).toBe(0);
      attempt.succeeded();
    }
  });

  it('answers failures later and later', async () => {
    const { throttle } = createThrottle();
    const delays: number[] = [];
    for (let at = 0; at < 16; at += 1) delays.push((await throttle.begin('10.0.0.9', 'anna')).delayMs);
    expect(delays.slice(0, 10)).toEqual(Array(10).fill(0));
    expect(delays.slice(10)).toEqual([100, 200, 300, 400, 500, 600]);
  });

  it('sends away those who wait when the server stops', async () => {
    const subject = createThrottle();
    await guess(subject, { at: manyAddresses, count: 18, everyMs: 0 });
    const waits = subject.throttle.begin('10.1.1.1', 'anna');
    subject.throttle.close();
    await expect(waits).rejects.toThrow(/Too many/);
    expect(subject.clock.pendingCount()).toBe(0);
  });
});
