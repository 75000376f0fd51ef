import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';
import { type NeedsServerProps, useDimmed } from './needs-server.ts';

/** Properties of a button; those of the element besides. */
export interface ButtonProps extends NeedsServerProps, ComponentPropsWithoutRef<'button'> {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Drawn before the label; decoration only. */
  readonly icon?: ReactNode;
}

/** A button with words on it. Of type `button` unless told, so that it never sends a form by surprise. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'secondary', icon, className, children, needsServer, ...rest },
  ref,
) {
  const dimmed = useDimmed(needsServer, typeof children === 'string' ? children : '');
  return (
    <button
      type="button"
      ref={ref}
      {...rest}
      {...dimmed}
      className={classNames(styles['button'], styles[variant], className)}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
});
