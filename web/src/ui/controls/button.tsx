import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';

/** Properties of a button; those of the element besides. */
export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Drawn before the label; decoration only. */
  readonly icon?: ReactNode;
}

/** A button with words on it. Of type `button` unless told, so that it never sends a form by surprise. */
export function Button({ variant = 'secondary', icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={classNames(styles['button'], styles[variant], className)}>
      {icon}
      <span>{children}</span>
    </button>
  );
}
