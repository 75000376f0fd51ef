/** Sound as 16-bit samples, interleaved: left, right, left, right … */
export interface Pcm {
  samples: Int16Array;
  /** Samples a second of one channel. */
  rate: number;
  channels: 1 | 2;
}
