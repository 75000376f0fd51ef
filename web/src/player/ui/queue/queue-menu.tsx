import type { SongLinks } from '@tonearm/contract';
import { songArtist, songTitle } from '../../../lib/format-song.ts';
import { albumHref, artistHref, folderHref } from '../../../lib/music-links.ts';
import type { MenuSubject } from '../../../menus/menu-subject.ts';
import { MusicMenu } from '../../../menus/music-menu.tsx';
import { useLinksOf } from '../../../menus/use-song-links.ts';
import { texts } from '../../../texts/index.ts';
import { playingTexts } from '../../../texts/playing.ts';
import { ListPlus, Play, X } from '../../../ui/icons.ts';
import { ArrowDown, ArrowUp, CornerDownRight } from '../../../ui/later-icons.ts';
import type { EntryKey, QueueEntry } from '../../core/queue.ts';
import { usePlayer } from '../player-context.tsx';

interface QueueMenuProps {
  /** Entries it works on. */
  readonly keys: ReadonlySet<EntryKey>;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** What can be done with entries of the queue: as in every menu, and away with them. */
export function QueueMenu({ keys, at, onClose }: QueueMenuProps) {
  const { actions, store } = usePlayer();
  const chosen = () => store.getState().queue.entries.filter((entry) => keys.has(entry.key));
  const [first, second] = chosen();
  const links = useLinksOf(first && !second ? first.song.path : null);
  const playNow = (): void => {
    if (first !== undefined) actions.playEntry(first.key);
  };
  return (
    <MusicMenu
      subject={subjectOf(chosen(), links)}
      at={at}
      onClose={onClose}
      verbs={[
        { label: texts.player.playNow, icon: <Play />, onSelect: playNow },
        { label: texts.player.playNext, icon: <CornerDownRight />, onSelect: () => actions.moveNext(keys) },
        {
          label: texts.player.addToQueue,
          icon: <ListPlus />,
          onSelect: () => actions.addToQueue(chosen().map((entry) => entry.song)),
        },
      ]}
      more={[
        { label: playingTexts.moveUp, icon: <ArrowUp />, onSelect: () => actions.nudge(keys, -1) },
        { label: playingTexts.moveDown, icon: <ArrowDown />, onSelect: () => actions.nudge(keys, 1) },
        { label: texts.player.removeSelected, icon: <X />, onSelect: () => actions.remove(keys) },
      ]}
    />
  );
}

function subjectOf(entries: readonly QueueEntry[], links: SongLinks | undefined): MenuSubject {
  const [song, second] = entries.map((entry) => entry.song);
  const loadPaths = async () => entries.map((entry) => entry.song.path);
  const common = { menuLabel: playingTexts.queueMenu, loadPaths };
  if (!song || second) return { ...common, label: texts.player.songCount(entries.length) };
  return {
    ...common,
    label: songTitle(song),
    detail: songArtist(song),
    artwork: song.artwork,
    song,
    links: {
      album: albumHref(song, links),
      artist: artistHref(song, links),
      folder: folderHref(song.path),
    },
  };
}
