import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../api/sentence-of.ts';

/** Sends a form once at a time, and keeps the sentence about why it failed. */
export function useSubmit(send: () => Promise<void>) {
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setProblem('');
    await send().catch((error: unknown) => setProblem(sentenceOf(error)));
    setIsBusy(false);
  };
  return { problem, isBusy, onSubmit };
}
