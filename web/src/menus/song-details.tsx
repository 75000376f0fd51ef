import type { Song } from '@tonearm/contract';
import type { MouseEvent } from 'react';
import { formatLength } from '../lib/format-duration.ts';
import { songTitle } from '../lib/format-song.ts';
import { navigate } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { texts } from '../texts/index.ts';
import { menuTexts } from '../texts/menus.ts';
import { Dialog } from '../ui/layers/dialog.tsx';
import { HeartButton } from './heart-button.tsx';
import styles from './song-details.module.css';
import { Stars } from './stars.tsx';

/** Fields of a song in the order in which they are told; those that are not known are left out. */
const fields = [
  'title',
  'artist',
  'album_artist',
  'album',
  'year',
  'disc_number',
  'track_number',
  'genre',
  'composer',
  'lyricist',
  'label',
] as const satisfies readonly (keyof Song)[];

/** All that the server tells about a song. */
export function SongDetails({ song, onClose }: { readonly song: Song; readonly onClose: () => void }) {
  const known = fields.flatMap((field) => {
    const value = song[field];
    return value === null || value === undefined || value === ''
      ? []
      : [{ name: menuTexts.fields[field], value: String(value) }];
  });
  const length = song.duration === null ? [] : [formatLength(song.duration)];
  const rows = [
    ...known,
    ...length.map((value) => ({ name: menuTexts.fields.duration, value })),
    { name: menuTexts.fields.path, value: song.path },
  ];
  const liked = { kind: 'song', name: song.path } as const;
  // Through `navigate`, which knows of the layers that are in the way.
  const leave = (event: MouseEvent) => {
    event.preventDefault();
    navigate(paths.song(song.path));
  };
  return (
    <Dialog title={songTitle(song)} closeLabel={texts.app.close} onClose={onClose}>
      <div className={styles['likes']}>
        <HeartButton size="l" liked={liked} />
        <Stars liked={liked} />
      </div>
      <dl className={styles['details']}>
        {rows.map(({ name, value }) => (
          <div key={name} className={styles['row']}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['more']}>
        <a href={paths.song(song.path)} onClick={leave}>
          {menuTexts.allDetails}
        </a>
      </p>
    </Dialog>
  );
}
