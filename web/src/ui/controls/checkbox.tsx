import { type ComponentPropsWithoutRef, useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';

/** Properties of a checkbox; those of the input besides. */
export interface CheckboxProps extends ComponentPropsWithoutRef<'input'> {
  readonly label: string;
  /** A sentence that helps; read out with the box, and the hint under the pointer. */
  readonly tip?: string | undefined;
}

/** A labelled box to tick. */
export function Checkbox({ label, tip, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={classNames(styles['field'], className)}>
      <label className={styles['check']} title={tip}>
        <input type="checkbox" {...rest} aria-describedby={tip === undefined ? undefined : id} />
        <span>{label}</span>
      </label>
      {tip !== undefined && (
        <p id={id} className="visually-hidden">
          {tip}
        </p>
      )}
    </div>
  );
}
