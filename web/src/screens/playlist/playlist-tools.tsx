import { useQueryClient } from '@tanstack/react-query';
import type { Song } from '@tonearm/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { renamePlaylist } from '../../api/playlist-edits.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { usePlayer } from '../../player/index.ts';
import { texts } from '../../texts/index.ts';
import { menuTexts } from '../../texts/menus.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { showToast } from '../../ui/layers/toast-store.ts';
import styles from './playlist-tools.module.css';
import { type SortKind, sortedPlaces, sortKinds } from './sort-songs.ts';

/** The name of a playlist as a field, in the place of its heading. Enter saves, Escape leaves it as it was. */
export function RenameForm({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { store, actions } = usePlayer();
  const queries = useQueryClient();
  const [text, setText] = useState(name);
  const [error, setError] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const newName = text.trim();
    if (newName === '' || newName === name) return onClose();
    try {
      await renamePlaylist(queries, name, newName);
      if (store.getState().playlistName === name) actions.setPlaylistName(newName);
      showToast({ message: menuTexts.renamed(newName), topic: 'playlist' });
      navigate(paths.playlist(newName), { replace: true });
      onClose();
    } catch (cause) {
      const isTaken = cause instanceof ApiError && cause.code === 'playlist_name_taken';
      setError(isTaken ? menuTexts.nameTaken : menuTexts.notEdited);
    }
  };
  return (
    <form
      className={styles['rename']}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <TextField
        label={menuTexts.newName}
        value={text}
        error={error}
        dir="auto"
        autoComplete="off"
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles['buttons']}>
        <Button type="submit" variant="primary">
          {menuTexts.save}
        </Button>
        <Button onClick={onClose}>{texts.app.cancel}</Button>
      </div>
    </form>
  );
}

/** Chooses what a playlist is sorted by, and tells the new order of its places. */
export function SortMenu(props: {
  readonly at: { readonly x: number; readonly y: number };
  readonly loadSongs: () => Promise<readonly Song[]>;
  readonly onSort: (order: readonly number[]) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { at, loadSongs, onSort, onClose } = props;
  const sort = async (kind: SortKind) => {
    try {
      onSort(sortedPlaces(await loadSongs(), kind));
    } catch {
      showToast({ message: menuTexts.notEdited, topic: 'playlist' });
    }
  };
  const items = sortKinds.map((kind) => ({
    label: menuTexts.sorts[kind],
    startsGroup: kind === 'reverse',
    onSelect: () => void sort(kind),
  }));
  return <Menu label={menuTexts.sortLabel} at={at} items={items} onClose={onClose} />;
}
