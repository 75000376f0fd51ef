import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import { smartListsQuery } from '../../api/made/smart-lists.ts';
import { thumbnailUrl } from '../../api/media.ts';
import { fewResultsQuery } from '../../api/palette.ts';
import { playlistsQuery } from '../../api/playlists.ts';
import { usePlayVerbs } from '../../collection/item-actions/use-verbs.ts';
import { navigate } from '../../lib/location.ts';
import { serverPresence } from '../../lib/server-presence.ts';
import { usePlayer } from '../../player/index.ts';
import { keepSearch, recentSearches } from '../../storage/recent-searches.ts';
import { useSession } from '../../storage/session-store.ts';
import { texts } from '../../texts/index.ts';
import { paletteTexts } from '../../texts/palette.ts';
import { classNames } from '../../ui/class-names.ts';
import { useDimmed } from '../../ui/controls/needs-server.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { createPictureHold, PictureHoldContext } from '../../ui/cover/picture-hold.ts';
import { ChevronRight, ListFilter, ListMusic, Search } from '../../ui/icons.ts';
import { History } from '../../ui/later-icons.ts';
import { Dialog } from '../../ui/layers/dialog.tsx';
import styles from './palette.module.css';
import { commandsFor } from './palette-commands.ts';
import {
  hrefOfItem,
  type PaletteGroup,
  type PaletteLine,
  paletteGroups,
  targetOfLine,
} from './palette-lines.ts';

type How = 'open' | 'play' | 'queue';

/** Search and commands over any page: the best hit, groups, what was searched before. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const [pictures] = useState(() => createPictureHold());
  const id = useId();
  const { groups, isSearching, error } = usePaletteGroups(text);
  const lines = groups.flatMap((group) => group.lines);
  const at = Math.min(marked, lines.length - 1);
  const act = useAct({ text, onClose, onRecent: setText });
  const { enter, forget } = useEnter({ isSearching, isChosen: marked > 0, first: lines[0], act });
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const line = lines[at];
    if (step !== 0 && lines.length > 0) setMarked((at + step + lines.length) % lines.length);
    // A field of this type is emptied by it first, in some browsers.
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter(line, howOf(event));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={paletteTexts.title} closeLabel={texts.app.close} onClose={onClose}>
      <Field
        text={text}
        listId={id}
        markedId={lines.length > 0 ? `${id}-${at}` : undefined}
        onType={(typed) => {
          pictures.extend();
          forget();
          setText(typed);
          setMarked(0);
        }}
        onKeyDown={onKeyDown}
      />
      {lines.length === 0 && !isSearching && (
        <p role="status" className={styles['note']}>
          {error ? paletteTexts.unreachable : paletteTexts.nothing}
        </p>
      )}
      <PictureHoldContext.Provider value={pictures}>
        <Groups
          id={id}
          groups={groups}
          isBusy={isSearching}
          marked={lines[at]}
          onPick={(line, event) => act(line, howOf(event))}
        />
      </PictureHoldContext.Provider>
      <p className={styles['keys']}>{paletteTexts.keys}</p>
    </Dialog>
  );
}

/**
 * Enter, which may come before what was typed last is found: the best match of then is meant, not one of fewer letters.
 * A line that was gone to, a command, and anything while the server is away is done at once.
 */
function useEnter(deps: {
  readonly isSearching: boolean;
  readonly isChosen: boolean;
  readonly first: PaletteLine | undefined;
  readonly act: (line: PaletteLine, how: How) => void;
}) {
  const { isSearching, isChosen, first, act } = deps;
  const [awaited, setAwaited] = useState<How | null>(null);
  const isDue = awaited !== null && !isSearching;
  useEffect(() => {
    if (!isDue) return;
    setAwaited(null);
    if (first) act(first, awaited);
  });
  return {
    enter: (line: PaletteLine | undefined, how: How): void => {
      const mayChange = isSearching && !isChosen && !serverPresence.store.getState().isAway;
      if (mayChange && line?.kind !== 'command') setAwaited(how);
      else if (line) act(line, how);
    },
    forget: () => setAwaited(null),
  };
}

function Field(props: {
  readonly text: string;
  readonly listId: string;
  readonly markedId: string | undefined;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { text, listId, markedId, onType, onKeyDown } = props;
  return (
    <div className={styles['box']}>
      <Search aria-hidden="true" />
      <input
        type="search"
        role="combobox"
        className={styles['field']}
        aria-label={paletteTexts.title}
        aria-expanded={markedId !== undefined}
        aria-controls={listId}
        aria-activedescendant={markedId}
        placeholder={paletteTexts.placeholder}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function Groups(props: {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  /** What is typed is still being looked for: these are the lines of before. */
  readonly isBusy: boolean;
  readonly marked: PaletteLine | undefined;
  readonly onPick: (line: PaletteLine, event: MouseEvent) => void;
}) {
  const { id, groups, isBusy, marked, onPick } = props;
  const places = new Map(groups.flatMap((group) => group.lines).map((line, place) => [line, place]));
  return (
    <div
      id={id}
      role="listbox"
      aria-label={paletteTexts.results}
      aria-busy={isBusy}
      className={styles['list']}
    >
      {groups.map(({ title, lines }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options of a list box is no fieldset
        <div key={title} role="group" aria-label={title}>
          <p className={styles['title']} aria-hidden="true">
            {title}
          </p>
          {lines.map((line) => (
            <Line
              key={line.key}
              id={`${id}-${places.get(line)}`}
              line={line}
              isMarked={line === marked}
              onPick={(event) => onPick(line, event)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

const howOf = (event: KeyboardEvent | MouseEvent): How =>
  event.ctrlKey || event.metaKey ? 'play' : event.shiftKey ? 'queue' : 'open';

function usePaletteGroups(text: string) {
  const typed = text.trim();
  const session = useSession();
  const { actions } = usePlayer();
  const [recent] = useState(recentSearches);
  const { data: playlists = [] } = useQuery(playlistsQuery());
  const { data: smartLists = [] } = useQuery(smartListsQuery());
  const query = useQuery({
    ...fewResultsQuery(typed),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  });
  const commands = useMemo(() => (session ? commandsFor(session, actions) : []), [session, actions]);
  const results = typed === '' ? undefined : query.data;
  return {
    groups: paletteGroups({ text, results, playlists, smartLists, commands, recent }),
    isSearching: typed !== '' && query.isFetching,
    error: query.error,
  };
}

/** What a line does when it is opened, played or queued. */
function useAct(deps: { text: string; onClose: () => void; onRecent: (text: string) => void }) {
  const verbs = usePlayVerbs();
  const go = (line: Extract<PaletteLine, { kind: 'item' | 'all' }>, how: How): void => {
    const target = targetOfLine(line);
    if (target && how === 'play') {
      verbs.play({ name: target.kind === 'playlist' ? target.name : '', targets: [target] });
    } else if (target && how === 'queue') {
      verbs.perform('addToQueue', [target]);
    } else {
      const href = line.kind === 'item' ? hrefOfItem(line.item) : line.href;
      if (href !== null) navigate(href);
    }
  };
  return (line: PaletteLine, how: How): void => {
    if (line.kind === 'recent') {
      deps.onRecent(line.label);
      return;
    }
    if (line.kind === 'command') {
      if (line.needsServer === true && serverPresence.store.getState().isAway) return;
      deps.onClose();
      line.run();
      return;
    }
    deps.onClose();
    keepSearch(deps.text);
    go(line, how);
  };
}

function Line(props: {
  readonly id: string;
  readonly line: PaletteLine;
  readonly isMarked: boolean;
  readonly onPick: (event: MouseEvent) => void;
}) {
  const { id, line, isMarked, onPick } = props;
  const dimmed = useDimmed(line.kind === 'command' && line.needsServer, line.label);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard and says which line is meant
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      className={classNames(styles['line'], isMarked && styles['isMarked'])}
      onClick={onPick}
      aria-disabled={dimmed?.['aria-disabled']}
      title={dimmed?.title}
    >
      <Picture line={line} />
      <span className={styles['words']}>
        <span className={styles['label']} dir="auto">
          {line.label}
        </span>
        {line.kind === 'item' && (
          <span className={styles['detail']} dir="auto">
            {line.detail}
          </span>
        )}
      </span>
    </div>
  );
}

function Picture({ line }: { readonly line: PaletteLine }) {
  if (line.kind !== 'item') {
    const icon =
      line.kind === 'recent' ? <History /> : line.kind === 'command' ? <ChevronRight /> : <Search />;
    return (
      <span className={styles['icon']} aria-hidden="true">
        {icon}
      </span>
    );
  }
  if (line.item.variant === 'Playlist' || line.item.variant === 'SmartList') {
    return (
      <span className={styles['icon']} aria-hidden="true">
        {line.item.variant === 'Playlist' ? <ListMusic /> : <ListFilter />}
      </span>
    );
  }
  const artwork = 'artwork' in line.item.fields ? line.item.fields.artwork : null;
  return <Cover className={styles['cover']} src={artwork ? thumbnailUrl(artwork) : null} loading="eager" />;
}
