import { type ReactNode, useEffect, useRef } from 'react';
import { toolTexts } from '../../texts/list-tools.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ListFilter, X } from '../../ui/icons.ts';
import styles from './filter-box.module.css';

/** Where one types to see fewer entries of a list. */
export function FilterBox(props: {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The keyboard goes into it whenever this grows. */
  readonly calls: number;
}): ReactNode {
  const { text, onText, calls } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (calls === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [calls]);
  return (
    <div className={styles['box']}>
      <ListFilter aria-hidden="true" />
      <input
        ref={field}
        type="search"
        size={10}
        className={styles['field']}
        aria-label={toolTexts.filter}
        placeholder={toolTexts.filterPlaceholder}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (text === '') event.currentTarget.blur();
          else onText('');
        }}
      />
      {text !== '' && (
        <IconButton
          label={toolTexts.clearFilter}
          icon={<X />}
          onClick={() => {
            onText('');
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}
