import type { ListedUser, MountDir } from '@tonearm/contract';

/** The steps of first-run setup, in order. */
export const setupSteps = ['welcome', 'mount', 'user', 'finish'] as const;

/** One of the steps. */
export type SetupStep = (typeof setupSteps)[number];

/** What decides which step it is; null where the server has not answered yet. */
export interface SetupProgress {
  readonly isWelcomed: boolean;
  readonly mountDirs: readonly MountDir[] | null;
  readonly users: readonly Pick<ListedUser, 'is_admin'>[] | null;
}

/** The step that follows from what is there already; drafts of sources do not count. */
export function setupStepOf({ isWelcomed, mountDirs, users }: SetupProgress): SetupStep {
  if (!isWelcomed || mountDirs === null || users === null) return 'welcome';
  if (mountDirs.every(isDraft)) return 'mount';
  if (!users.some((user) => user.is_admin)) return 'user';
  return 'finish';
}

/** Whether a source is not used yet: the server takes blanks for nothing. */
const isDraft = ({ source, name }: MountDir): boolean => source.trim() === '' || name.trim() === '';

/** What a step still needs before it can go on. */
export type WaitsFor = 'location' | 'name' | 'username' | 'password' | 'confirmation' | 'sameConfirmation';

/** The first thing that a music source lacks; null when it can be saved. */
export function mountWaitsFor({ source, name }: MountDir): WaitsFor | null {
  if (source.trim() === '') return 'location';
  return name.trim() === '' ? 'name' : null;
}

/** The first thing that the account lacks; null when it can be made. */
export function userWaitsFor(account: {
  readonly username: string;
  readonly password: string;
  readonly confirmation: string;
}): WaitsFor | null {
  if (account.username === '') return 'username';
  if (account.password === '') return 'password';
  if (account.confirmation === '') return 'confirmation';
  return account.confirmation === account.password ? null : 'sameConfirmation';
}

/** What to call a folder: its own name, whichever way its slashes lean; '' for a root. */
export const suggestedName = (location: string): string =>
  location
    .split(/[\\/]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.endsWith(':'))
    .at(-1) ?? '';
