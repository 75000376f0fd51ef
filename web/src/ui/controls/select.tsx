import { type ComponentPropsWithoutRef, useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';

/** Properties of a select; those of the element besides. */
export interface SelectProps<V extends string>
  extends Omit<ComponentPropsWithoutRef<'select'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onValueChange: (value: V) => void;
}

/** A labelled choice of one out of a few. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { label, isLabelHidden = false, options, onValueChange, className, ...rest } = props;
  const id = useId();
  return (
    <div className={classNames(styles['field'], className)}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className={classNames(styles['input'], styles['select'])}
        onChange={(event) => onValueChange(event.currentTarget.value as V)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
