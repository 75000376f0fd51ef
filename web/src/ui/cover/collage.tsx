import { classNames } from '../class-names.ts';
import styles from './collage.module.css';
import { Cover } from './cover.tsx';

/** Pictures of what is inside, two by two; the first alone where there are fewer than four. */
export function Collage(props: {
  readonly sources: readonly string[];
  readonly className?: string | undefined;
}) {
  const { sources, className } = props;
  if (sources.length < 4) return <Cover src={sources[0] ?? null} className={className} />;
  return (
    <span className={classNames(styles['collage'], className)} aria-hidden="true">
      {sources.slice(0, 4).map((src) => (
        <Cover key={src} src={src} className={styles['part']} />
      ))}
    </span>
  );
}
