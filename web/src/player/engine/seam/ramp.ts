/** How long fades between two copies of one sound last, in seconds. */
export const fadeSeconds = 0.01;

/** Fades a node to silence (0) or to the whole (1). */
export const ramp = (
  context: AudioContext,
  { gain }: GainNode,
  { to, atSeconds }: { readonly to: 0 | 1; readonly atSeconds: number },
): void => {
  const from = atSeconds > context.currentTime ? 1 - to : gain.value;
  gain.cancelScheduledValues(0);
  gain.setValueAtTime(from, atSeconds);
  gain.linearRampToValueAtTime(to, atSeconds + fadeSeconds);
};
