import { type ComponentPropsWithoutRef, forwardRef, useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';

/** Properties of a text field; those of the input besides. */
export interface TextFieldProps extends ComponentPropsWithoutRef<'input'> {
  readonly label: string;
  /** Keeps the label for screen readers only, where a column heading shows it. */
  readonly isLabelHidden?: boolean;
  /** A sentence that helps; read out with the field. */
  readonly tip?: string | undefined;
  /** A sentence about what is wrong; the field is marked invalid while there is one. */
  readonly error?: string | undefined;
}

/** A labelled line of text, with its tip and its error. */
export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(
  { label, isLabelHidden = false, tip, error, className, ...rest },
  ref,
) {
  const id = useId();
  const described = classNames(tip !== undefined && `${id}-tip`, error !== undefined && `${id}-error`);
  return (
    <div className={classNames(styles['field'], className)}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      <input
        ref={ref}
        type="text"
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        id={id}
        className={styles['input']}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
      />
      {tip !== undefined && (
        <p id={`${id}-tip`} className={styles['tip']}>
          {tip}
        </p>
      )}
      <p id={`${id}-error`} className={styles['error']} aria-live="polite" hidden={error === undefined}>
        {error}
      </p>
    </div>
  );
});
