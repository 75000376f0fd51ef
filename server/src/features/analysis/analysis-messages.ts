/** A song to be listened to by the process. */
export interface AnalysisJob {
  readonly id: number;
  /** ffmpeg. */
  readonly program: string;
  /** Absolute path as bytes, and the folders that the file must lie in. */
  readonly path: Uint8Array;
  readonly folders: readonly string[];
  /** Never read from. */
  readonly forbidden?: string | undefined;
}

/** Holds on with what is being done, or goes on. */
export interface HoldMessage {
  readonly isHeld: boolean;
}

/** What a song sounds like. */
export interface SongAnalysis {
  /** LUFS; null of silence. */
  readonly loudness: number | null;
  /** True peak as a sample, 1 is full scale. */
  readonly peak: number | null;
  /** Packed, see loudness. */
  readonly blocks: Uint8Array;
  /** As version 8 has it, deflated. */
  readonly waveform: Uint8Array;
}

/**
 * Why nothing can be said of a song. `interrupted`: the server stops, or it took too long, as where a disk does not answer
 * or other work has the processors.
 */
export type AnalysisFailure = 'gone' | 'interrupted' | 'no_ffmpeg' | 'undecodable' | 'too_long';

/** What becomes of a job. */
export type AnalysisOutcome =
  | { readonly kind: 'done'; readonly analysis: SongAnalysis }
  | { readonly kind: 'failed'; readonly failure: AnalysisFailure };

/** What the process tells. */
export interface AnalysisReport {
  readonly id: number;
  readonly outcome: AnalysisOutcome;
}
