import { type ComponentPropsWithoutRef, useId } from 'react';
import styles from './field.module.css';

/** Properties of a text area; those of the element besides. */
export interface TextAreaProps extends ComponentPropsWithoutRef<'textarea'> {
  readonly label: string;
  /** A sentence that helps; read out with the field. */
  readonly tip: string;
}

/** Several labelled lines of text, with their tip. */
export function TextArea({ label, tip, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <textarea
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        id={id}
        className={styles['input']}
        aria-describedby={`${id}-tip`}
      />
      <p id={`${id}-tip`} className={styles['tip']}>
        {tip}
      </p>
    </div>
  );
}
