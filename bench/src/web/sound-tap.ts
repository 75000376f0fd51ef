import type { Page } from 'playwright-core';

/** Sound of one audio element after a silence of its own. */
export interface SoundStart {
  /** Counts the audio elements of a page, from 0, in the order of their first play. */
  readonly element: number;
  /** Where the silence began, on the clock of the samples, in seconds; null before the first sound. */
  readonly silentFromSeconds: number | null;
  /** Where sound begins, on the clock of the samples, in seconds. */
  readonly atSeconds: number;
  /** The same moment on the clock of the page (`performance.now`), in milliseconds. */
  readonly atMs: number;
}

/** What {@link tapSound} leaves in the page. */
export interface TapWindow {
  readonly benchSoundStarts: SoundStart[];
  /** Where each element sounded last, on the clock of the samples, in seconds; by element. */
  readonly benchLastSounds: (number | undefined)[];
}

/** Quieter samples count as silence: packed sound rings a little before and after what was packed. */
export const loudFrom = 0.003;

/**
 * Runs on the thread of the sound: looks at each sample and tells when sound begins after at least four
 * milliseconds without, and where it was heard last. Times on the page's clock are those at which the
 * samples are fetched from the element, in portions of some 10 ms: never before they are.
 */
const recorder = `
registerProcessor('bench-recorder', class extends AudioWorkletProcessor {
  last = null;
  process([input]) {
    const channel = input[0];
    if (channel === undefined) return true;
    const before = this.last;
    for (let index = 0; index < channel.length; index += 1) {
      if (Math.abs(channel[index]) < ${loudFrom}) continue;
      const frame = currentFrame + index;
      if (this.last === null || frame - this.last > sampleRate / 250) {
        const silentFromSeconds = this.last === null ? null : this.last / sampleRate;
        this.port.postMessage({ silentFromSeconds, atSeconds: frame / sampleRate, atEpochMs: Date.now() });
      }
      this.last = frame;
    }
    if (this.last === before && before !== null && !this.isSilent) {
      this.isSilent = true;
      this.port.postMessage({ lastSeconds: before / sampleRate });
    } else if (this.last !== before) this.isSilent = false;
    return true;
  }
});`;

/** Leads the sound of every audio element past the recorder. Runs in the page, before its own scripts. */
const tapSound = (recorderSource: string): void => {
  const starts: unknown[] = [];
  const lastSounds: (number | undefined)[] = [];
  Object.assign(globalThis, { benchSoundStarts: starts, benchLastSounds: lastSounds });
  const audio = new AudioContext();
  const isReady = audio.audioWorklet.addModule(
    URL.createObjectURL(new Blob([recorderSource], { type: 'text/javascript' })),
  );
  const kept: AudioWorkletNode[] = [];
  const tapped = new Set<HTMLMediaElement>();
  const tap = async (media: HTMLMediaElement): Promise<void> => {
    const element = tapped.size;
    tapped.add(media);
    const source = audio.createMediaElementSource(media);
    source.connect(audio.destination);
    await isReady;
    // It gives silence of its own: only what leads to the speakers is sure to run.
    const node = new AudioWorkletNode(audio, 'bench-recorder');
    kept.push(node);
    node.connect(audio.destination);
    node.port.onmessage = ({ data }) => {
      if (data.lastSeconds !== undefined) lastSounds[element] = data.lastSeconds;
      else starts.push({ element, ...data, atMs: data.atEpochMs - performance.timeOrigin });
    };
    source.connect(node);
  };
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function playAndTap(this: HTMLMediaElement) {
    if (!tapped.has(this)) void tap(this);
    return play.call(this);
  };
};

/** Listens to the samples of a page that is yet to be opened. Its content policy must be off. */
export const listenTo = (page: Page): Promise<unknown> => page.addInitScript(tapSound, recorder);
