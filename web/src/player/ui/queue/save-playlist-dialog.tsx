import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { fetchPlaylistSongs } from '../../../api/collection.ts';
import { fetchPlaylistEntries, savePlaylist } from '../../../api/playlists.ts';
import { logProblem } from '../../../lib/log.ts';
import { playingTexts } from '../../../texts/playing.ts';
import { useLater } from '../../../ui/behaviour/use-later.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { usePlayer } from '../player-context.tsx';
import { keepMissing } from './keep-missing.ts';
import styles from './queue-pane.module.css';

/** How long the button shows what came of it: then success closes, and failure is ready again. */
const saveFeedbackMs = 1000;

type SaveState = keyof typeof playingTexts.saveStates;

/** Asks for a name and saves the queue under it. Closing keeps the name the queue had. */
export function SavePlaylistDialog({ onClose }: { readonly onClose: () => void }) {
  const { store } = usePlayer();
  const [name, setName] = useState(() => store.getState().playlistName);
  const { saveState, save } = useSaving(onClose);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (saveState === 'ready' && name !== '') void save(name);
  };
  return (
    <Dialog title={playingTexts.saveDialog} closeLabel={playingTexts.closeSave} onClose={onClose}>
      <form className={styles['saveForm']} onSubmit={onSubmit}>
        <TextField
          label={playingTexts.playlistName}
          placeholder={playingTexts.playlistNamePlaceholder}
          value={name}
          dir="auto"
          autoComplete="off"
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          needsServer
          variant={saveState === 'failure' ? 'danger' : 'primary'}
          disabled={saveState === 'saving' || name === ''}
          aria-live="polite"
        >
          {playingTexts.saveStates[saveState]}
        </Button>
      </form>
    </Dialog>
  );
}

function useSaving(onSaved: () => void) {
  const { store, actions } = usePlayer();
  const queries = useQueryClient();
  const [saveState, setSaveState] = useState<SaveState>('ready');
  const later = useLater();
  const save = async (name: string): Promise<void> => {
    setSaveState('saving');
    try {
      const { queue, playlistName } = store.getState();
      const queued = queue.entries.map((entry) => entry.song.path);
      const tracks = name === playlistName ? await withMissing(name, queued) : queued;
      await savePlaylist(queries, { name, tracks });
      actions.setPlaylistName(name);
      setSaveState('success');
      // A popup that was closed meanwhile must not close the next one.
      later.start(onSaved, saveFeedbackMs);
    } catch (cause) {
      logProblem('Could not save the playlist', cause);
      setSaveState('failure');
      later.start(() => setSaveState('ready'), saveFeedbackMs);
    }
  };
  return { saveState, save };
}

/** The queue came from the playlist it replaces, without the songs that were missing: those stay in it. */
async function withMissing(name: string, queued: readonly string[]): Promise<readonly string[]> {
  try {
    const entries = await fetchPlaylistEntries(name);
    const inQueue = new Set(queued);
    if (entries.every((path) => inQueue.has(path))) return queued;
    const songs = await fetchPlaylistSongs(name);
    return keepMissing(queued, { entries, shown: new Set(songs.map((song) => song.path)) });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'playlist_not_found') return queued;
    throw error;
  }
}
