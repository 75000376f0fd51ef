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
export const isDraft = ({ source, name }: MountDir): boolean => source.trim() === '' || name.trim() === '';
