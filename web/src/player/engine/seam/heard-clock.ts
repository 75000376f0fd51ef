import type { HeardPiece } from './find-shift.ts';

/** How much is listened to, in frames. */
const heardFrames = 8192;
/** The clock that is heard beside the sound counts to this and begins anew: 1.4 s. */
const clockFrames = 65_536;
/** Listening that takes this long has failed: the browser holds the sound back. */
const listenPatienceMs = 2000;

/** Listens to what comes out of a node, dated by the audio clock. */
export interface DatedRecorder {
  /** Null when nothing came of it. */
  record(heard: AudioNode): Promise<HeardPiece | null>;
}

/** Nothing is made before something is listened to. */
export const createDatedRecorder = (context: AudioContext): DatedRecorder => {
  let recorder: Recorder | null = null;
  const clock = createRunningClock(context);
  return {
    record(heard) {
      recorder ??= createRecorder(context, clock.frameOf);
      return recorder.record(heard, clock.node());
    },
  };
};

/** A sound whose every sample says which one it is: heard beside another, it dates that one exactly. */
const createRunningClock = (context: AudioContext) => {
  let node: AudioBufferSourceNode | null = null;
  let startFrame = 0;
  return {
    node(): AudioBufferSourceNode {
      if (node !== null) return node;
      const buffer = context.createBuffer(1, clockFrames, context.sampleRate);
      buffer.copyToChannel(
        Float32Array.from({ length: clockFrames }, (_, index) => index / clockFrames),
        0,
      );
      node = new AudioBufferSourceNode(context, { buffer, loop: true });
      startFrame = Math.ceil((context.currentTime + 0.05) * context.sampleRate);
      node.start(startFrame / context.sampleRate);
      // What leads nowhere stands still.
      node.connect(new GainNode(context, { gain: 0 })).connect(context.destination);
      return node;
    },
    /** The frame that the clock names, near the present. */
    frameOf(clockValue: number): number {
      const frame = startFrame + Math.round(clockValue * clockFrames);
      const present = context.currentTime * context.sampleRate;
      return frame + Math.round((present - frame) / clockFrames) * clockFrames;
    },
  };
};

interface Recorder {
  record(heard: AudioNode, clock: AudioNode): Promise<HeardPiece | null>;
}

/**
 * Records pieces beside the clock, both as sides of one sound: whatever delays one delays the other. A script
 * processor, because worklets exist on secure pages only and most people reach their server without.
 */
const createRecorder = (context: AudioContext, frameOf: (clockValue: number) => number): Recorder => {
  const splitter = context.createChannelSplitter(2);
  const merger = context.createChannelMerger(2);
  const processor = context.createScriptProcessor(heardFrames, 2, 1);
  splitter.connect(merger, 0, 0);
  merger.connect(processor);
  return {
    record: (heard, clock) =>
      new Promise((resolve) => {
        const finish = (piece: HeardPiece | null): void => {
          clearTimeout(timer);
          processor.onaudioprocess = null;
          heard.disconnect(splitter);
          clock.disconnect(merger);
          processor.disconnect();
          resolve(piece);
        };
        const timer = setTimeout(() => finish(null), listenPatienceMs);
        processor.onaudioprocess = ({ inputBuffer }) => {
          const clockValues = inputBuffer.getChannelData(1);
          const lastFrame = frameOf(clockValues.at(-1) ?? 0);
          const firstFrame = frameOf(clockValues[0] ?? 0);
          // A piece with a hole in it, or one that began before the clock.
          if (lastFrame - firstFrame !== clockValues.length - 1) return;
          finish({ samples: inputBuffer.getChannelData(0).slice(), firstFrame });
        };
        heard.connect(splitter);
        clock.connect(merger, 0, 1);
        processor.connect(context.destination);
      }),
  };
};
