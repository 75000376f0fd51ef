import { type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Search, X } from '../../ui/icons.ts';
import styles from './search-form.module.css';

/** The field of the search, and 'Find'. The field has the id `search-field`, for shortcuts to go to. */
export function SearchForm(props: {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onFind: () => void;
  /** Whether the field takes the focus when the screen opens. */
  readonly isAutoFocused: boolean;
}): ReactNode {
  const { text, onType, onFind, isAutoFocused } = props;
  const field = useRef<HTMLInputElement>(null);
  const focusesAtStart = useRef(isAutoFocused);
  useEffect(() => {
    if (focusesAtStart.current) field.current?.focus();
  }, []);
  return (
    <search className={styles['search']}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          onFind();
        }}
      >
        <div className={styles['box']}>
          <Search aria-hidden="true" />
          <input
            ref={field}
            id="search-field"
            type="search"
            className={styles['field']}
            aria-label={listTexts.searchField}
            placeholder={listTexts.searchPlaceholder}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            dir="auto"
            value={text}
            onChange={(event) => onType(event.currentTarget.value)}
            // Whoever leaves for a result comes back to what they typed.
            onBlur={onFind}
          />
          {text !== '' && (
            <IconButton
              label={listTexts.clearSearch}
              icon={<X />}
              onClick={() => {
                onType('');
                field.current?.focus();
              }}
            />
          )}
        </div>
        <Button type="submit" variant="primary">
          {texts.collection.find}
        </Button>
      </form>
    </search>
  );
}
