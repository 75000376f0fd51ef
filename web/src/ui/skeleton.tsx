import styles from './skeleton.module.css';

/**
 * Grey lines in the place of what is loading; seen only after 150 ms, so that quick answers do not
 * flicker. `label` is read out.
 */
export function Skeleton({ label, lineCount = 6 }: { readonly label: string; readonly lineCount?: number }) {
  return (
    <div role="status" className={styles['skeleton']}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lineCount }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have nothing but their order
        <div key={line} className={styles['line']} />
      ))}
    </div>
  );
}
