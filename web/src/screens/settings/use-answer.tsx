import { type ReactNode, useRef, useState } from 'react';

/** What a list says when a row of it is dealt with and goes, with the keyboard that the row had. */
export interface Answer {
  /** Stands where it stays when the list goes; seen by nobody, read out when it changes. */
  readonly status: ReactNode;
  /** Says a sentence, and takes the focus before the row is gone. */
  readonly tell: (sentence: string) => void;
  /** Takes the focus of a row that goes by itself. */
  readonly takeFocus: () => void;
}

/** A place for the focus and for a sentence, beside a list whose rows go. */
export function useAnswer(): Answer {
  const place = useRef<HTMLParagraphElement>(null);
  const [sentence, setSentence] = useState('');
  const takeFocus = () => place.current?.focus();
  return {
    takeFocus,
    status: (
      <p ref={place} role="status" tabIndex={-1} className="visually-hidden">
        {sentence}
      </p>
    ),
    tell: (told) => {
      setSentence(told);
      takeFocus();
    },
  };
}
