import styles from './skeleton.module.css';

/**
 * Grey lines in the place of what is loading; seen only after 150 ms, so that quick answers do not
 * flicker. `label` is read out.
 */
export function Skeleton({ label, lineCount = 6 }: { readonly label: string; readonly lineCount?: number }) {
  return (
    <div role="status" className={styles['skeleton']}>
      <span className="visually-hidden">{label}</span>
      {[...Array(lineCount).keys()].map((line) => (
        <div key={line} className={styles['line']} />
      ))}
    </div>
  );
}
