import type { AlbumKind, CorrectionKind, MusicSong } from '@tonearm/contract';
import type { ReactNode } from 'react';
import { songTitle } from '../../lib/format-song.ts';
import { correctionTexts } from '../../texts/corrections.ts';
import { musicTexts } from '../../texts/music.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';

import styles from './correct.module.css';
import type { Draft } from './drafts.ts';
import { FindField } from './find-field.tsx';

interface FieldsProps {
  readonly kind: CorrectionKind;
  readonly draft: Draft;
  /** Those of the album that is meant. */
  readonly songs: readonly MusicSong[];
  readonly onEdit: (change: Partial<Draft>) => void;
}

/** The fields of one way to correct something. */
export function CorrectionFields(props: FieldsProps): ReactNode {
  const { kind, draft, onEdit } = props;
  switch (kind) {
    case 'rename_artist':
    case 'rename_genre':
      return <NameFields {...props} hasSortName={kind === 'rename_artist'} />;
    case 'split_artist':
    case 'split_genre':
      return (
        <TextArea
          label={correctionTexts.names}
          tip={correctionTexts.namesTip}
          rows={3}
          dir="auto"
          value={draft.names}
          onChange={(event) => onEdit({ names: event.currentTarget.value })}
        />
      );
    case 'merge_artists':
      return <Find {...props} what="artist" />;
    case 'merge_genres':
      return <Find {...props} what="genre" />;
    case 'join_albums':
    case 'move_songs':
      return <Find {...props} what="album" />;
    case 'fix_album':
      return <AlbumFields {...props} />;
    case 'split_album':
      return <SongFields {...props} />;
    case 'choose_cover':
      return <CoverField {...props} />;
    case 'fix_song':
      return <TitleField {...props} />;
    case 'hide_songs':
      return <p>{correctionTexts.hideText}</p>;
    default:
      return kind satisfies never;
  }
}

function TitleField({ draft, onEdit }: FieldsProps) {
  return (
    <TextField
      label={correctionTexts.title}
      dir="auto"
      autoComplete="off"
      maxLength={500}
      value={draft.title}
      onChange={(event) => onEdit({ title: event.currentTarget.value })}
    />
  );
}

function NameFields({ draft, onEdit, hasSortName }: FieldsProps & { readonly hasSortName: boolean }) {
  return (
    <>
      <TextField
        label={correctionTexts.name}
        dir="auto"
        autoComplete="off"
        maxLength={500}
        value={draft.name}
        onChange={(event) => onEdit({ name: event.currentTarget.value })}
      />
      {hasSortName && (
        <TextField
          label={correctionTexts.sortName}
          tip={correctionTexts.sortNameTip}
          dir="auto"
          autoComplete="off"
          maxLength={500}
          value={draft.sortName}
          onChange={(event) => onEdit({ sortName: event.currentTarget.value })}
        />
      )}
    </>
  );
}

const albumKinds = [
  'album',
  'single',
  'ep',
  'live',
  'compilation',
  'other',
] as const satisfies readonly AlbumKind[];

function AlbumFields(props: FieldsProps) {
  const { draft, onEdit } = props;
  return (
    <>
      <TitleField {...props} />
      <TextArea
        label={correctionTexts.artists}
        tip={correctionTexts.artistsTip}
        rows={2}
        dir="auto"
        value={draft.artists}
        onChange={(event) => onEdit({ artists: event.currentTarget.value })}
      />
      <TextField
        label={correctionTexts.version}
        tip={correctionTexts.versionTip}
        dir="auto"
        autoComplete="off"
        maxLength={500}
        value={draft.version}
        onChange={(event) => onEdit({ version: event.currentTarget.value })}
      />
      <div className={styles['pair']}>
        <TextField
          label={correctionTexts.year}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={draft.year}
          onChange={(event) => onEdit({ year: event.currentTarget.value })}
        />
        <Select
          label={correctionTexts.type}
          value={draft.type as AlbumKind}
          options={albumKinds.map((value) => ({ value, label: musicTexts.kinds[value] }))}
          onValueChange={(type) => onEdit({ type })}
        />
      </div>
    </>
  );
}

function SongFields({ draft, songs, onEdit }: FieldsProps) {
  const toggle = (path: string, isChosen: boolean) =>
    onEdit({ songs: isChosen ? [...draft.songs, path] : draft.songs.filter((one) => one !== path) });
  return (
    <>
      <fieldset className={styles['songs']}>
        <legend>{correctionTexts.chooseSongs}</legend>
        {songs.map((song) => (
          <Checkbox
            key={song.path}
            label={songTitle(song)}
            checked={draft.songs.includes(song.path)}
            onChange={(event) => toggle(song.path, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <TextField
        label={correctionTexts.newAlbum}
        dir="auto"
        autoComplete="off"
        maxLength={500}
        value={draft.newTitle}
        onChange={(event) => onEdit({ newTitle: event.currentTarget.value })}
      />
    </>
  );
}

/** Songs that show a picture; of those that show the same one, the first. */
function CoverField({ draft, songs, onEdit }: FieldsProps) {
  const shown = [
    ...new Map(songs.filter(({ artwork }) => artwork).map((song) => [song.artwork, song])).values(),
  ];
  const none = { value: '', label: '–' };
  return (
    <Select
      label={correctionTexts.coverFrom}
      value={draft.cover}
      options={[none, ...shown.map((song) => ({ value: song.path, label: songTitle(song) }))]}
      onValueChange={(cover) => onEdit({ cover })}
    />
  );
}

function Find({ what, draft, onEdit }: FieldsProps & { readonly what: 'artist' | 'album' | 'genre' }) {
  return <FindField kind={what} found={draft.found} onFound={(found) => onEdit({ found })} />;
}
