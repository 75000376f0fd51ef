import type { BenchClient } from '../../http-client.ts';

/** Answers to somebody who asks at a steady pace. */
interface Asked {
  /** From sending to the first byte, in milliseconds. */
  readonly firstByteMs: readonly number[];
  readonly errors: number;
}

/** What somebody asks for. */
interface Question {
  readonly path: string;
  readonly headers?: Record<string, string>;
}

/**
 * Asks at a steady pace until told to stop, whether the last answer came or not: who asks only after an answer hardly
 * notices a server that stands still.
 */
export const askAround = (
  client: BenchClient,
  questions: readonly Question[],
  everyMs = 20,
): (() => Promise<Asked>) => {
  const firstByteMs: number[] = [];
  const asked: Promise<void>[] = [];
  let errors = 0;
  const ask = async (): Promise<void> => {
    const { path, ...options } = questions[asked.length % questions.length] ?? { path: '' };
    const begunMs = performance.now();
    try {
      const answer = await client.send(path, options);
      firstByteMs.push(answer.firstByteMs);
      if (answer.status >= 300) errors += 1;
    } catch {
      firstByteMs.push(performance.now() - begunMs);
      errors += 1;
    }
  };
  const timer = setInterval(() => asked.push(ask()), everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(asked);
    return { firstByteMs, errors };
  };
};
