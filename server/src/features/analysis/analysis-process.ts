// A process of its own, at the lowest priority, that listens to songs: it starts ffmpeg and works through what that
// decodes, so that nothing of it is done by the thread that answers.
import { takeOwnEnd } from '../../platform/child/own-end.ts';
import { yieldWholly } from '../../platform/child/yield-wholly.ts';
import type { AnalysisJob, AnalysisReport, HoldMessage } from './analysis-messages.ts';
import { analyse } from './analysis-work.ts';
import { createGate } from './gate.ts';

const { tell, serve } = takeOwnEnd<AnalysisJob | HoldMessage, AnalysisReport>();

const gate = createGate();

const hasYielded = yieldWholly();

const answer = async (job: AnalysisJob): Promise<void> => {
  await hasYielded;
  tell({ id: job.id, outcome: await analyse(job, gate.passed) });
};

serve((message) => {
  if ('isHeld' in message) gate.shut(message.isHeld);
  else void answer(message);
});
