import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { createLoginThrottle } from './login-throttle.ts';

/** Guesses for 60 s and counts how many are looked at. */
const guess = (
  throttle: ReturnType<typeof createLoginThrottle>,
  time: { ms: number },
  at: (index: number) => { address: string; name: string },
): number => {
  let evaluated = 0;
  for (let index = 0; index < 10_000; index += 1) {
    time.ms += 6;
    const { address, name } = at(index);
    try {
      throttle.begin(address, name);
      evaluated += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return evaluated;
};

const createThrottle = () => {
  const time = { ms: 0 };
  return { time, throttle: createLoginThrottle(() => time.ms) };
};

describe('the sign-in throttle', () => {
  it('looks at no more than 40 of 10,000 guesses from one address in a minute', () => {
    const { time, throttle } = createThrottle();
    throttle.begin('10.0.0.9', 'anna').succeeded();
    expect(guess(throttle, time, () => ({ address: '10.0.0.9', name: 'anna' }))).toBeLessThanOrEqual(40);
  });

  it('looks at no more than 40 guesses for one name from many addresses', () => {
    const { time, throttle } = createThrottle();
    const evaluated = guess(throttle, time, (index) => ({
      address: `10.0.${index >> 8}.${index & 255}`,
      name: 'anna',
    }));
    expect(evaluated).toBeLessThanOrEqual(40);
  });

  it('takes a whole /64 of IPv6 for one address', () => {
    const { time, throttle } = createThrottle();
    const evaluated = guess(throttle, time, (index) => ({
      address: `2001:db8::${index.toString(16)}`,
      name: `name${index}`,
    }));
    expect(evaluated).toBeLessThanOrEqual(40);
  });

  it('lets the right user in elsewhere while one address guesses', () => {
    const { time, throttle } = createThrottle();
    for (let minute = 0; minute < 3; minute += 1) {
      guess(throttle, time, () => ({ address: '10.0.0.9', name: 'anna' }));
      expect(throttle.begin('10.0.0.1', 'anna').delayMs).toBe(0);
    }
  });

  it('lets a user in from where they have signed in before while many addresses guess', () => {
    const { time, throttle } = createThrottle();
    throttle.begin('10.9.9.9', 'anna').succeeded();
    guess(throttle, time, (index) => ({ address: `10.0.${index >> 8}.${index & 255}`, name: 'anna' }));
    expect(() => throttle.begin('10.9.9.9', 'anna').succeeded()).not.toThrow();
    expect(() => throttle.begin('10.9.9.8', 'anna')).toThrow(/Too many/);
  });

  it('says when to come back, and means it', () => {
    const { time, throttle } = createThrottle();
    for (let at = 0; at < 20; at += 1) throttle.begin('10.0.0.9', `name${at}`);
    let seconds = 0;
    try {
      throttle.begin('10.0.0.9', 'anna');
    } catch (error) {
      seconds = Number((error as AppError).headers['Retry-After']);
    }
    expect(seconds).toBe(6);
    time.ms += seconds * 1000;
    expect(() => throttle.begin('10.0.0.9', 'anna')).not.toThrow();
  });

  it('never slows those who give the right password', () => {
    const { throttle } = createThrottle();
    for (let at = 0; at < 500; at += 1) {
      const attempt = throttle.begin('10.0.0.9', 'anna');
      expect(attempt.delayMs).toBe(0);
      attempt.succeeded();
    }
  });

  it('answers failures later and later', () => {
    const { throttle } = createThrottle();
    const delays = Array.from({ length: 20 }, () => throttle.begin('10.0.0.9', 'anna').delayMs);
    expect(delays.slice(0, 10)).toEqual(Array(10).fill(0));
    expect(delays.at(-1)).toBe(1000);
  });
});
