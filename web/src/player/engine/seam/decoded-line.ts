import type { TrackSource } from '../../core/audio-engine.ts';
import type { Listening } from './listening.ts';
import { aheadSeconds, gainOf, type Line, type SeamParts, soonFrame } from './seam-parts.ts';
import type { TrackEnds } from './track-ends.ts';

/** The decoded end takes over no later than this, in seconds before the end. */
export const takeOverUntilSeconds = 1.3;
/** The next element starts this much early, unheard: one that is ahead can be held back, one that is late cannot. */
const earlyMs = 60;
/** An element that is late is sent ahead by what it lacks and this, in seconds. */
const nudgeSeconds = 0.06;

/** The decoded end of the playing track takes the place of its element. */
export const takeOver = (
  parts: SeamParts,
  listening: Listening,
  { source, own }: { readonly source: TrackSource; readonly own: TrackEnds },
): void => {
  const { carrier, graph, state } = parts;
  const rate = graph.sampleRate;
  const known = { samples: own.tail.getChannelData(0), firstSample: own.frames - own.tail.length };
  listening(known, (shift) => {
    const atFrame = soonFrame(parts);
    if (shift + own.frames - atFrame < takeOverUntilSeconds * 0.5 * rate) return;
    const fromFrame = atFrame - shift - known.firstSample;
    const start = { atFrame, fromFrame, gain: gainOf(parts, source), isFadedIn: true };
    const voice = graph.sound(own.tail, start);
    graph.hush(carrier().playing().element, true, atFrame / rate);
    state.line = { source, shift, ends: own, voice, reachesEnd: true };
    follow(parts);
  });
};

/** Orders the next track for the frame after the last of this one. */
export const follow = (parts: SeamParts): void => {
  const { carrier, graph } = parts;
  const { line, plan } = parts.state;
  if (line === null || !line.reachesEnd || plan === null || plan.ends === null || plan.next !== null) return;
  const following = plan.ends[1];
  const atFrame = line.shift + line.ends.frames;
  if (atFrame < soonFrame(parts)) return;
  const { element } = carrier().following();
  graph.hush(element, true, graph.nowSeconds());
  const start = { atFrame, fromFrame: following.from, gain: gainOf(parts, plan.source), isFadedIn: false };
  plan.next = {
    source: plan.source,
    shift: atFrame - following.from,
    ends: following,
    voice: graph.sound(following.head, start),
    reachesEnd: following.head.length === following.frames,
  };
  carrier().startEarlier(earlyMs);
};

/** The element of the playing track is brought to the sample of the decoded sound, and takes its place. */
export const handBack = (parts: SeamParts, listening: Listening, sounding: Line): void => {
  const { carrier, graph, state } = parts;
  listening({ samples: sounding.ends.head.getChannelData(0), firstSample: 0 }, (shift) => {
    const { element } = carrier().playing();
    const aheadFrames = sounding.shift - shift;
    const delayFrames = graph.delayOf(element) + aheadFrames;
    if (Math.abs(aheadFrames) <= 1) {
      const at = graph.nowSeconds() + aheadSeconds;
      graph.hush(element, false, at);
      sounding.voice.endAt(at);
      state.line = null;
    } else if (delayFrames >= 0) {
      graph.setDelay(element, delayFrames);
    } else {
      element.currentTime += -delayFrames / graph.sampleRate + nudgeSeconds;
    }
  });
};
