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
}

/**
 * Follows work from `applying` to `success` or `failure`, and two seconds later back to `ready`.
 * @param work answers whether it succeeded; it must not throw
 * @param onEnd runs on the way back to ready, unless what the button stood in is gone by then
 */
export function useFeedback(work: () => Promise<boolean>, onEnd?: () => void): Feedback {
  const [state, setState] = useState<FeedbackState>('ready');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(timer.current);
    };
  }, []);
  const run = async () => {
    if (state === 'applying') return;
    clearTimeout(timer.current);
    setState('applying');
    const isDone = await work();
    // The work may take longer than the form is open; its end must not close one that was opened since.
    if (isGone.current) return;
    setState(isDone ? 'success' : 'failure');
    timer.current = setTimeout(() => {
      setState('ready');
      onEnd?.();
    }, feedbackMs);
  };
  return { state, run };
}
