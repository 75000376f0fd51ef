import { box } from '@tonearm/song-files';
import type { PreparedClip } from './containers.ts';

/** Of an mp3 or flac: enough for a reader to be sure of what it reads. */
const KEPT_SOUND_BYTES = 1000;

/**
 * The same clip with next to no sound in it. Lengths stay true for flac, m4a, ogg and opus, which keep
 * them in a header or in the last page; an mp3 becomes as short as what is left of it.
 */
export function lightClip(clip: PreparedClip): PreparedClip {
  switch (clip.format) {
    case 'mp3':
      return { ...clip, frames: clip.frames.subarray(0, KEPT_SOUND_BYTES) };
    case 'flac':
      return { ...clip, parts: { ...clip.parts, frames: clip.parts.frames.subarray(0, KEPT_SOUND_BYTES) } };
    case 'm4a':
      return { ...clip, parts: { ...clip.parts, mdat: box('mdat') } };
    case 'ogg':
    case 'opus':
      return { ...clip, parts: { ...clip.parts, audio: clip.parts.audio.slice(-1), renumbered: new Map() } };
  }
}
