import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './icon-button.module.css';
import { type NeedsServerProps, useDimmed } from './needs-server.ts';

/** Properties of an icon button; those of the element besides. */
export interface IconButtonProps
  extends NeedsServerProps,
    Omit<ComponentPropsWithoutRef<'button'>, 'aria-label' | 'title'> {
  /** What it does; its name for everybody, and the hint under the pointer. */
  readonly label: string;
  readonly icon: ReactNode;
  /** 32 px, or 44 px for what the thumb needs (transport). */
  readonly size?: 'm' | 'l';
}

/** A button with a picture on it and a name beneath. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, icon, size = 'm', className, needsServer, ...rest },
  ref,
) {
  const dimmed = useDimmed(needsServer, label);
  return (
    <button
      type="button"
      ref={ref}
      {...rest}
      aria-label={label}
      title={label}
      {...dimmed}
      className={classNames(styles['button'], styles[size], className)}
    >
      {icon}
    </button>
  );
});
