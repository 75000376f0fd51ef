import { Button } from '../../../ui/controls/button.tsx';
import { ChevronRight } from '../../../ui/icons.ts';
import type { StretchHeading } from '../stretch-heading.ts';
import styles from './heading-cell.module.css';
import { MoreButton } from './more-button.tsx';

/** The heading of a stretch, with what it leads to, a button that shows all below it, and its menu. */
export function HeadingCell(props: {
  readonly stretchKey: string;
  readonly heading: StretchHeading | undefined;
  readonly isLongBelow: boolean;
}) {
  const { heading, stretchKey, isLongBelow } = props;
  const Heading = heading?.level === 2 ? 'h2' : 'h3';
  return (
    // biome-ignore lint/a11y/useSemanticElements: cells of a virtual list are no table cells
    <div
      role="gridcell"
      tabIndex={-1}
      className={styles['headingCell']}
      data-heading={stretchKey}
      draggable={heading?.targets !== undefined}
    >
      <Heading dir="auto" title={heading?.text}>
        {heading?.href === undefined ? (
          heading?.text
        ) : (
          <a href={heading.href} className={styles['headingLink']} draggable={false}>
            {heading.text}
            <ChevronRight aria-hidden="true" />
          </a>
        )}
      </Heading>
      {heading?.expansion && isLongBelow && (
        <Button variant="quiet" onClick={heading.expansion.onSelect}>
          {heading.expansion.label}
        </Button>
      )}
      {heading?.targets && <MoreButton label={heading.text} />}
    </div>
  );
}
