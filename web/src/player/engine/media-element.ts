/** What a deck needs of an `<audio>` element. */
export type MediaElement = Pick<
  HTMLMediaElement,
  | 'addEventListener'
  | 'buffered'
  | 'currentTime'
  | 'defaultPlaybackRate'
  | 'duration'
  | 'ended'
  | 'error'
  | 'load'
  | 'pause'
  | 'paused'
  | 'play'
  | 'playbackRate'
  | 'preload'
  | 'readyState'
  | 'removeAttribute'
  | 'removeEventListener'
  | 'seekable'
  | 'seeking'
  | 'src'
  | 'volume'
> & {
  /** Where the browser lets sound go elsewhere. */
  setSinkId?: (id: string) => Promise<void>;
};
