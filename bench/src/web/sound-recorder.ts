import type { Page } from 'playwright-core';

/** A recording of all that a page has sounded, one side. */
export interface Recording {
  readonly sampleRate: number;
  readonly samples: Float32Array;
}

interface RecorderWindow {
  benchRecorder: { rate: number; pieces: Float32Array[]; contexts: number };
}

const worklet = `
registerProcessor('bench-recorder', class extends AudioWorkletProcessor {
  held = new Float32Array(16384);
  length = 0;
  process([input]) {
    const channel = input[0];
    if (channel === undefined) this.length += 128; else { this.held.set(channel, this.length); this.length += 128; }
    if (this.length === this.held.length) {
      this.port.postMessage(this.held);
      this.held = new Float32Array(16384);
      this.length = 0;
    }
    return true;
  }
});`;

/**
 * Leads everything that any context of the page sends to the speakers, and every element that is in none, past
 * one recorder. Runs in the page, before its own scripts.
 */
const record = (source: string): void => {
  const recorder = { rate: 0, pieces: [] as Float32Array[], contexts: 0 };
  Object.assign(globalThis, { benchRecorder: recorder });
  const modulePath = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const inputs = new Map<BaseAudioContext, GainNode>();
  const connect = AudioNode.prototype.connect as (this: AudioNode, ...args: unknown[]) => AudioNode;
  const inputOf = (context: BaseAudioContext): GainNode => {
    const known = inputs.get(context);
    if (known !== undefined) return known;
    const input = context.createGain();
    inputs.set(context, input);
    recorder.rate = context.sampleRate;
    recorder.contexts += 1;
    void context.audioWorklet.addModule(modulePath).then(() => {
      const node = new AudioWorkletNode(context, 'bench-recorder', {
        channelCount: 1,
        channelCountMode: 'explicit',
      });
      node.port.onmessage = ({ data }) => recorder.pieces.push(data as Float32Array);
      connect.call(input, node);
      // It gives silence of its own: only what leads to the speakers is sure to run.
      connect.call(node, context.destination);
    });
    return input;
  };
  AudioNode.prototype.connect = function connectAndRecord(this: AudioNode, ...args: unknown[]) {
    if (args[0] instanceof AudioDestinationNode && this.context instanceof AudioContext)
      connect.call(this, inputOf(this.context));
    return connect.apply(this, args);
  } as typeof AudioNode.prototype.connect;
  const routed = new WeakSet<HTMLMediaElement>();
  const create = AudioContext.prototype.createMediaElementSource;
  AudioContext.prototype.createMediaElementSource = function createAndRemember(element) {
    routed.add(element);
    return create.call(this, element);
  };
  if (!(globalThis as { benchLeadsElements?: boolean }).benchLeadsElements) return;
  let own: AudioContext | null = null;
  const address = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src') as PropertyDescriptor;
  // Long before it plays: leading an element elsewhere holds up its start by 25 ms on a slow page.
  Object.defineProperty(HTMLMediaElement.prototype, 'src', {
    ...address,
    set(this: HTMLMediaElement, url: string) {
      own ??= new AudioContext();
      if (!routed.has(this)) own.createMediaElementSource(this).connect(own.destination);
      address.set?.call(this, url);
    },
  });
};

/**
 * Records a page that is yet to be opened; its content policy must be off.
 * @param leadsElements whether elements that the page itself leads nowhere are recorded; they cannot be led elsewhere then
 */
export const recordPage = async (page: Page, leadsElements: boolean): Promise<void> => {
  await page.addInitScript(
    (leads) => Object.assign(globalThis, { benchLeadsElements: leads }),
    leadsElements,
  );
  await page.addInitScript(record, worklet);
};

/** Takes what was recorded, and begins anew. */
export const takeRecording = async (page: Page): Promise<Recording> => {
  const { rate, packed } = await page.evaluate(async () => {
    const { benchRecorder } = globalThis as unknown as RecorderWindow;
    const blob = new Blob(benchRecorder.pieces.splice(0) as BlobPart[]);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let binary = '';
    for (let at = 0; at < bytes.length; at += 32_768)
      binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return { rate: benchRecorder.rate, packed: btoa(binary) };
  });
  const bytes = Uint8Array.from(Buffer.from(packed, 'base64'));
  return { sampleRate: rate, samples: new Float32Array(bytes.buffer) };
};
