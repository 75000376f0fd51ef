import type { Song } from '@tonearm/contract';
import { type ReactNode, useState } from 'react';
import type { Liked } from '../api/made/annotations.ts';
import { audioUrl } from '../api/media.ts';
import { navigate } from '../lib/location.ts';
import { lastSegment } from '../lib/virtual-path.ts';
import { useSession } from '../storage/session-store.ts';
import { likeTexts } from '../texts/likes.ts';
import { menuTexts } from '../texts/menus.ts';
import { CircleUser, Disc3, Heart, ListMusic } from '../ui/icons.ts';
import { Download, FolderOpen, Info, Pencil, Star } from '../ui/later-icons.ts';
import { Menu, type MenuItem } from '../ui/layers/menu.tsx';
import { overlay } from '../ui/layers/overlay.tsx';
import { correctSubjectOf } from './correct/subject.ts';
import { MenuHead } from './menu-head.tsx';
import type { MenuSubject } from './menu-subject.ts';
import { useLiking } from './use-liking.ts';

const AddToPlaylist = overlay(
  async () => (await import('./add-to-playlist.tsx')).AddToPlaylist,
  ({ onClose }) => onClose(),
);

const RatingDialog = overlay(
  async () => (await import('./rating-dialog.tsx')).RatingDialog,
  ({ onClose }) => onClose(),
);

const CorrectDialog = overlay(
  async () => (await import('./correct/correct-dialog.tsx')).CorrectDialog,
  ({ onClose }) => onClose(),
);

const SongDetails = overlay(
  async () => (await import('./song-details.tsx')).SongDetails,
  ({ onClose }) => onClose(),
);

/** Properties of the menu; it is open as long as it is rendered. */
export interface MusicMenuProps {
  readonly subject: MenuSubject;
  readonly at: { readonly x: number; readonly y: number };
  /** What begins to play, first in every menu. */
  readonly verbs: readonly MenuItem[];
  /** What only this place offers, last. */
  readonly more?: readonly MenuItem[] | undefined;
  readonly onClose: () => void;
}

/** The menu of anything that plays: the verbs, where it belongs, and what is known of it, in one order everywhere. */
export function MusicMenu({ subject, at, verbs, more = [], onClose }: MusicMenuProps): ReactNode {
  const [dialog, setDialog] = useState<'correct' | 'details' | 'playlist' | 'rating' | null>(null);
  const { song, loadPaths } = subject;
  const liked = likedOf(subject);
  const { isStarred, toggle } = useLiking(liked);
  const isAdmin = useSession()?.isAdmin === true;
  const toCorrect = isAdmin ? correctSubjectOf(subject) : null;
  if (dialog === 'correct' && toCorrect) return <CorrectDialog subject={toCorrect} onClose={onClose} />;
  if (dialog === 'details' && song) return <SongDetails song={song} onClose={onClose} />;
  if (dialog === 'rating' && liked) {
    return <RatingDialog liked={liked} label={subject.label} onClose={onClose} />;
  }
  if (dialog === 'playlist') return <AddToPlaylist loadPaths={loadPaths} onClose={onClose} />;
  const add = {
    label: menuTexts.addToPlaylist,
    icon: <ListMusic />,
    staysOpen: true,
    needsServer: true,
  };
  const groups = [
    verbs,
    [{ ...add, onSelect: () => setDialog('playlist') }],
    liked ? likesOf(isStarred, toggle, () => setDialog('rating')) : [],
    linksOf(subject),
    song ? factsOf(song, () => setDialog('details')) : [],
    toCorrect
      ? [
          {
            label: menuTexts.correct,
            icon: <Pencil />,
            staysOpen: true,
            needsServer: true,
            onSelect: () => setDialog('correct'),
          },
        ]
      : [],
    more,
  ];
  return (
    <Menu
      label={subject.menuLabel}
      at={at}
      head={<MenuHead subject={subject} />}
      items={joined(groups)}
      onClose={onClose}
    />
  );
}

/** Groups one below the other, a line between them. */
const joined = (groups: readonly (readonly MenuItem[])[]): readonly MenuItem[] =>
  groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) =>
      group.map((item, place) => ({ ...item, startsGroup: index > 0 && place === 0 })),
    );

function linksOf({ links }: MenuSubject): readonly MenuItem[] {
  const all = [
    { label: menuTexts.goToAlbum, icon: <Disc3 />, href: links?.album },
    { label: menuTexts.goToArtist, icon: <CircleUser />, href: links?.artist },
    { label: menuTexts.showInFolder, icon: <FolderOpen />, href: links?.folder },
  ];
  return all.flatMap(({ href, ...item }) => (href ? [{ ...item, onSelect: () => navigate(href) }] : []));
}

const likedOf = ({ song, liked }: MenuSubject): Liked | null =>
  song ? { kind: 'song', name: song.path } : (liked ?? null);

const likesOf = (isStarred: boolean, toggle: () => void, rate: () => void): readonly MenuItem[] => [
  {
    label: isStarred ? likeTexts.remove : likeTexts.add,
    icon: <Heart />,
    needsServer: true,
    onSelect: toggle,
  },
  { label: likeTexts.rate, icon: <Star />, staysOpen: true, needsServer: true, onSelect: rate },
];

const factsOf = (song: Song, showDetails: () => void): readonly MenuItem[] => [
  { label: menuTexts.details, icon: <Info />, staysOpen: true, onSelect: showDetails },
  { label: menuTexts.download, icon: <Download />, needsServer: true, onSelect: () => download(song) },
];

function download({ path }: Song): void {
  const link = document.createElement('a');
  link.href = audioUrl(path);
  link.download = lastSegment(path);
  link.click();
}
