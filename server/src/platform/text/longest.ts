import type { ErrorCode } from '@tonearm/contract';
import { AppError } from '../app-error.ts';
import { grouped } from './grouped.ts';

/** A text somebody sent, what it is called in a sentence, and the most bytes it may have. */
export interface BoundedText {
  readonly text: string;
  /** As the sentence begins. */
  readonly what: string;
  readonly mostBytes: number;
  readonly code: ErrorCode;
}

/** Refuses texts that are longer than anybody needs, in words. @throws AppError of the code */
export const assertNotLonger = ({ text, what, mostBytes, code }: BoundedText): void => {
  if (Buffer.byteLength(text) <= mostBytes) return;
  throw new AppError(code, `${what} cannot be longer than ${grouped(mostBytes)} bytes.`);
};
