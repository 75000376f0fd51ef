import { type ReactNode, useEffect, useState } from 'react';
import { navigate, parseHash } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { AddToPlaylist } from '../../menus/add-to-playlist.tsx';
import { type DragPayload, usePlayer } from '../../player/index.ts';
import styles from './playlist-drop.module.css';

/** What is dragged rests on 'Playlists' for so long until they open. */
const restMs = 600;

/** What was dropped, and on which playlist; any may be chosen when it was dropped on 'Playlists' itself. */
interface Dropped {
  readonly loadPaths: () => Promise<readonly string[]>;
  readonly name: string | undefined;
}

/**
 * Takes songs that are dropped on 'Playlists' in the bar, which opens them when one waits there, and on a row of
 * the list of playlists. In the page from the first drag on.
 */
export function PlaylistDrop(): ReactNode {
  const { drag, store } = usePlayer();
  const [dropped, setDropped] = useState<Dropped | null>(null);
  useEffect(() => {
    const pathsOf = async (payload: DragPayload): Promise<readonly string[]> => {
      if (payload.kind === 'later') return (await payload.load()).map(({ path }) => path);
      if (payload.kind === 'songs') return payload.songs.map(({ path }) => path);
      const { entries } = store.getState().queue;
      return entries.filter(({ key }) => payload.keys.has(key)).map(({ song }) => song.path);
    };
    return watchDrops({
      payload: () => drag.store.getState().payload,
      onDrop(payload, name) {
        const coming = pathsOf(payload);
        setDropped({ loadPaths: () => coming, name });
      },
    });
  }, [drag, store]);
  if (!dropped) return null;
  return <AddToPlaylist {...dropped} onClose={() => setDropped(null)} />;
}

interface DropWatch {
  readonly payload: () => DragPayload | null;
  /** Undefined for no playlist in particular. */
  readonly onDrop: (payload: DragPayload, name: string | undefined) => void;
}

function watchDrops({ payload, onDrop }: DropWatch): () => void {
  let over: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    over?.classList.remove(styles['over'] ?? '');
    over = null;
    clearTimeout(timer);
  };
  const onOver = (event: DragEvent) => {
    const place = payload() === null ? null : placeOf(event.target);
    if (place !== over) {
      leave();
      over = place;
      place?.classList.add(styles['over'] ?? '');
      if (place && nameOf(place) === undefined) timer = setTimeout(() => navigate(paths.playlists()), restMs);
    }
    if (!place) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  };
  const take = (event: DragEvent) => {
    const place = placeOf(event.target);
    const carried = payload();
    leave();
    if (!place || carried === null) return;
    event.preventDefault();
    onDrop(carried, nameOf(place));
  };
  const listening = new AbortController();
  const { signal } = listening;
  // A quick drop may bring the first of these alone.
  document.addEventListener('dragenter', onOver, { signal });
  document.addEventListener('dragover', onOver, { signal });
  document.addEventListener('drop', take, { signal });
  document.addEventListener('dragend', leave, { signal });
  return () => {
    leave();
    listening.abort();
  };
}

/** 'Playlists' in the bar, or a row of the list of playlists. */
function placeOf(target: EventTarget | null): HTMLAnchorElement | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest('nav [href], main [data-item]');
  const link = cell?.matches('a') ? cell : cell?.querySelector('a[data-press]');
  const [first] = link instanceof HTMLAnchorElement ? parseHash(link.hash) : [];
  const isPlace = cell?.closest('main') ? first === 'playlist' : first === 'playlists';
  return isPlace ? (link as HTMLAnchorElement) : null;
}

const nameOf = (link: HTMLAnchorElement): string | undefined => parseHash(link.hash)[1];
