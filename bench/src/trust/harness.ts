/** What came of a harness. */
export interface HarnessResult {
  /** One sentence or figure a line. */
  readonly lines: readonly string[];
  readonly isGood: boolean;
}

/** A long check of what people rely on. `npm test` runs some of them in a short mode. */
export interface Harness {
  /** As it is asked for: `npm run trust -- scrobbles`. */
  readonly name: string;
  /** What it does, for `--help`. */
  readonly summary: string;
  /**
   * @param options values of the flags, as they were given
   * @param say prints a line at once, for what takes long; it is not among the lines of the result
   */
  run(options: TrustOptions, say: (line: string) => void): Promise<HarnessResult>;
}

/** Flags of `npm run trust`. */
export interface TrustOptions {
  /** How often the server is killed while plays are on their way, or while it upgrades. */
  readonly kills: number;
  /** How often property tests draw other examples, albums of each kind are tagged, and queries are asked for. */
  readonly rounds: number;
  /** What a power cut leaves, looked at so often. */
  readonly images: number;
  /** How long a server is used. */
  readonly minutes: number;
  /** Of one processor, that a server which is used for long and its user may take; 100 holds nothing back. */
  readonly percent: number;
  /** Scenarios of a harness that has several; all of them where there is none. */
  readonly only: readonly string[];
}
