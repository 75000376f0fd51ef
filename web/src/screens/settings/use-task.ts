import { useState } from 'react';
import { sentenceOf } from '../../api/sentence-of.ts';

/** Runs something that may fail, and keeps the sentence about why it did, until the next run. */
export function useTask() {
  const [problem, setProblem] = useState('');
  /** @returns whether it went well */
  const run = async (task: () => Promise<unknown>): Promise<boolean> => {
    setProblem('');
    try {
      await task();
      return true;
    } catch (error) {
      setProblem(sentenceOf(error));
      return false;
    }
  };
  return { problem, run };
}
