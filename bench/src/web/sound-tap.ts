import type { Page } from 'playwright-core';

/** Sound of one voice, an audio element or a piece that is decoded, after a silence of its own. */
export interface SoundStart {
  /** On the clock of the page (`performance.now`), in milliseconds. */
  readonly atMs: number;
}

/** What {@link tapSound} leaves in the page. */
export interface TapWindow {
  readonly benchSoundStarts: SoundStart[];
}

/** Quieter samples count as silence: packed sound rings a little before and after what was packed. */
const loudFrom = 0.003;

/**
 * Runs on the thread of the sound: looks at each sample and tells when sound begins after at least four
 * milliseconds without. Times on the page's clock are those at which the samples are asked for, in portions of
 * some 10 ms: never before they are.
 */
const recorder = `
registerProcessor('bench-tap', class extends AudioWorkletProcessor {
  last = -Infinity;
  process([input]) {
    const channel = input[0];
    if (channel === undefined) return true;
    for (let index = 0; index < channel.length; index += 1) {
      if (Math.abs(channel[index]) < ${loudFrom}) continue;
      const frame = currentFrame + index;
      if (frame - this.last > sampleRate / 250) this.port.postMessage(Date.now());
      this.last = frame;
    }
    return true;
  }
});`;

/**
 * Leads whatever the page itself leads to the speakers past a recorder, each voice past one of its own, and elements
 * that it leads nowhere if that is asked for. Runs in the page, before its own scripts.
 */
const tapSound = ({ source, leadsElements }: { source: string; leadsElements: boolean }): void => {
  const starts: SoundStart[] = [];
  Object.assign(globalThis, { benchSoundStarts: starts });
  const modulePath = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const readiness = new WeakMap<BaseAudioContext, Promise<void>>();
  const connect = AudioNode.prototype.connect as (this: AudioNode, ...args: unknown[]) => AudioNode;
  const readyOf = (context: BaseAudioContext): Promise<void> => {
    const ready = readiness.get(context) ?? context.audioWorklet.addModule(modulePath);
    readiness.set(context, ready);
    return ready;
  };
  const tap = async (voice: AudioNode): Promise<void> => {
    await readyOf(voice.context);
    const node = new AudioWorkletNode(voice.context, 'bench-tap');
    node.port.onmessage = ({ data }) => starts.push({ atMs: (data as number) - performance.timeOrigin });
    connect.call(voice, node);
    // It gives silence of its own: only what leads to the speakers is sure to run.
    connect.call(node, voice.context.destination);
  };
  AudioNode.prototype.connect = function connectAndTap(this: AudioNode, ...args: unknown[]) {
    if (args[0] instanceof AudioDestinationNode && this.context instanceof AudioContext) void tap(this);
    return connect.apply(this, args);
  } as typeof AudioNode.prototype.connect;
  if (!leadsElements) return;
  const audio = new AudioContext();
  const led = new WeakSet<HTMLMediaElement>();
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function playAndLead(this: HTMLMediaElement) {
    if (!led.has(this)) audio.createMediaElementSource(this).connect(audio.destination);
    led.add(this);
    return play.call(this);
  };
};

/**
 * Listens to the samples of a page that is yet to be opened. Its content policy must be off.
 * @param leadsElements whether elements are heard that the page leads nowhere: it cannot lead them elsewhere then
 */
export const listenTo = (page: Page, leadsElements: boolean): Promise<unknown> =>
  page.addInitScript(tapSound, { source: recorder, leadsElements });
