import type { AudioEngine } from '../core/audio-engine.ts';

interface OutputDeps {
  readonly engine: Pick<AudioEngine, 'setSink'>;
  /** The device that somebody chose; empty for the system's. */
  readonly chosen: () => string;
  readonly onChoice: (listener: () => void) => () => void;
  /** Devices come and go. */
  readonly onDevices: (listener: () => void) => () => void;
}

/**
 * Has an engine sound where somebody wants it, and where the system wants it while that device is not there.
 * @returns ends that
 */
export const connectOutput = ({ engine, chosen, onChoice, onDevices }: OutputDeps): (() => void) => {
  let current = '';
  const apply = async (): Promise<void> => {
    const wanted = chosen();
    if (wanted === '' && current === '') return;
    current = wanted;
    try {
      await engine.setSink(wanted);
    } catch {
      // It was unplugged, or the browser may not use it any more. What was asked for meanwhile comes after.
      if (current !== wanted) return;
      current = '';
      await engine.setSink('').catch(() => {});
    }
  };
  const start = (): void => void apply();
  start();
  const leave = [onChoice(start), onDevices(start)];
  return () => {
    for (const each of leave) each();
  };
};
