import { useEffect, useRef, useState } from 'react';

/** What a button tells about the work behind it. */
type FeedbackState = 'ready' | 'applying' | 'success' | 'failure';

/** How long success or failure stay on a button. */
const feedbackMs = 2_000;

/** A button that tells how its work goes. */
export interface Feedback {
  readonly state: FeedbackState;
  /** Does the work; ignored while it goes on. */
  readonly run: () => Promise<void>;
  /** Back to ready at once. */
  readonly reset: () => void;
}

/**
 * Follows work from `applying` to `success` or `failure`, and two seconds later back to `ready`.
 * @param work answers whether it succeeded; it must not throw
 * @param onEnd runs on the way back to ready
 */
export function useFeedback(work: () => Promise<boolean>, onEnd?: () => void): Feedback {
  const [state, setState] = useState<FeedbackState>('ready');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const reset = () => {
    clearTimeout(timer.current);
    setState('ready');
  };
  const run = async () => {
    if (state === 'applying') return;
    clearTimeout(timer.current);
    setState('applying');
    setState((await work()) ? 'success' : 'failure');
    timer.current = setTimeout(() => {
      setState('ready');
      onEnd?.();
    }, feedbackMs);
  };
  return { state, run, reset };
}
