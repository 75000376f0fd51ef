import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';
import { type NeedsServerProps, useDimmed } from './needs-server.ts';

/** Properties of a button; those of the element besides. */
export interface ButtonProps extends NeedsServerProps, ComponentProps<'button'> {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Drawn before the label; decoration only. */
  readonly icon?: ReactNode;
}

/** A button with words on it. Of type `button` unless told, so that it never sends a form by surprise. */
export function Button({
  variant = 'secondary',
  icon,
  className,
  children,
  needsServer,
  ...rest
}: ButtonProps) {
  const dimmed = useDimmed(needsServer, typeof children === 'string' ? children : '');
  return (
    <button
      type="button"
      {...rest}
      {...dimmed}
      className={classNames(styles['button'], styles[variant], className)}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}
