import type { Findings } from '../findings.ts';
import type { Group } from './group.ts';

/** How much of each is done. */
export interface Amounts {
  /** Changes of each kind. */
  readonly writes: number;
  /** How often a process is killed. */
  readonly kills: number;
  /** How often the database is. */
  readonly stops: number;
  /** How often a process is killed while plays are on their way. */
  readonly plays: number;
}

/** What each scenario is given. */
export interface Scene {
  readonly group: Group;
  readonly findings: Findings;
  /** Of the administrator. */
  readonly token: string;
  readonly amounts: Amounts;
  readonly random: () => number;
}
