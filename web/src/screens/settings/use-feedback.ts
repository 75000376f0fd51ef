import { useState } from 'react';
import { useLater } from '../../ui/behaviour/use-later.ts';

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
  const later = useLater();
  const run = async () => {
    if (state === 'applying') return;
    later.cancel();
    setState('applying');
    const isDone = await work();
    setState(isDone ? 'success' : 'failure');
    // The work may take longer than the form is open; its end must not close one that was opened since.
    later.start(() => {
      setState('ready');
      onEnd?.();
    }, feedbackMs);
  };
  return { state, run };
}
