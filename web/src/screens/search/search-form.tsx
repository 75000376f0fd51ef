import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { listTexts } from '../../texts/lists.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Search, X } from '../../ui/icons.ts';
import styles from './search-form.module.css';
import { SuggestionList } from './suggestion-list.tsx';
import { type Suggestions, useSuggestions } from './use-suggestions.ts';

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
  const suggestions = useSuggestions({
    text,
    onTake: (next, caret) => {
      onType(next);
      requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
    },
  });
  return (
    <search className={styles['search']}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          suggestions.close();
          onFind();
        }}
      >
        <div className={styles['box']}>
          <Search aria-hidden="true" />
          <SearchInput field={field} text={text} suggestions={suggestions} onType={onType} onFind={onFind} />
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
          <SuggestionList suggestions={suggestions} />
        </div>
        <Button type="submit" variant="primary">
          {listTexts.find}
        </Button>
      </form>
    </search>
  );
}

/** What is typed, and which suggestion is meant. */
function SearchInput(props: {
  readonly field: RefObject<HTMLInputElement>;
  readonly text: string;
  readonly suggestions: Suggestions;
  readonly onType: (text: string) => void;
  readonly onFind: () => void;
}) {
  const { field, text, suggestions, onType, onFind } = props;
  return (
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
      aria-autocomplete="list"
      aria-controls={suggestions.list.length > 0 ? suggestions.id : undefined}
      aria-activedescendant={suggestions.active >= 0 ? suggestions.optionId(suggestions.active) : undefined}
      onChange={(event) => {
        onType(event.currentTarget.value);
        suggestions.follow(event.currentTarget);
      }}
      onKeyDown={suggestions.onKeyDown}
      // Whoever leaves for a result comes back to what they typed.
      onBlur={() => {
        suggestions.close();
        onFind();
      }}
    />
  );
}
