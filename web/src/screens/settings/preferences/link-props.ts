import type { LinkedService } from '@tonearm/contract';
import type { useTask } from '../use-task.ts';

/** Properties of a way to link an account. */
export interface LinkProps {
  readonly service: LinkedService;
  /** Shared with what else the section does: one problem is shown at a time. */
  readonly task: ReturnType<typeof useTask>;
  readonly onLinked: () => Promise<void>;
}
