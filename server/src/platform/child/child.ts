import type { Transferable } from 'node:worker_threads';

/** What a thread hears when nothing more is sent to it; a process is disconnected. */
export const released = 'released: nothing more is sent';

/** How a thread or process of ours ended. */
export interface ChildEnd {
  /** By itself, as it should. */
  readonly isWell: boolean;
  /** `exit code 3`, the name of a signal, or what was thrown. */
  readonly why: string;
  /** What a thread threw; what stood in the way of a process that could not be started. */
  readonly error: unknown;
}

/** A thread or process of ours: our end of it. It does not hold the server back from ending, unless it is held. */
export interface Child<Message> {
  /** One that has ended meanwhile is told of by its end, not here. */
  send(message: Message, transfer?: readonly Transferable[]): void;
  /** Resolves, after the last message, when it has ended or could not be started. */
  readonly ended: Promise<ChildEnd>;
  /** Whether it can be sent to. */
  isOpen(): boolean;
  /** Nothing more is sent: it ends by itself. */
  release(): void;
  /** The server does not end before it. */
  hold(): void;
  /** Ends it where it is. */
  kill(): void;
}
