import { classNames } from './class-names.ts';
import styles from './playing-mark.module.css';

/** The one sign of what plays now: three bars, which move while it sounds. `label` is read out. */
export function PlayingMark(props: {
  readonly label: string;
  readonly isMoving: boolean;
  readonly className?: string | undefined;
}) {
  const { label, isMoving, className } = props;
  return (
    <span className={classNames(styles['mark'], isMoving && styles['moving'], className)}>
      <i />
      <i />
      <i />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
