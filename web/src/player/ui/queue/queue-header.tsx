import { useMemo } from 'react';
import { formatLongDuration } from '../../../lib/format-duration.ts';
import { texts } from '../../../texts/index.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { PanelRightClose, Save, Shuffle, Trash } from '../../../ui/icons.ts';
import { playbackOrders } from '../../core/playback-orders.ts';
import { totalDurationSeconds } from '../../core/queue-length.ts';
import { usePlayerActions, usePlayerState } from '../player-context.tsx';
import styles from './queue-pane.module.css';

/** Name of the queue, save, shuffle, clear, the order of playing and how long it all is. */
export function QueueHeader(props: {
  readonly onSave: () => void;
  /** Takes the pane away; absent where it goes otherwise. */
  readonly onHide?: (() => void) | undefined;
}) {
  const { onSave, onHide } = props;
  const actions = usePlayerActions();
  const name = usePlayerState((state) => state.playlistName);
  const isEmpty = usePlayerState((state) => state.queue.entries.length === 0);
  return (
    <header className={styles['header']}>
      <div className={styles['titleLine']}>
        <h2 className={styles['title']} dir="auto" title={name || undefined}>
          {name || texts.player.queue}
        </h2>
        <IconButton
          needsServer
          label={texts.player.save}
          icon={<Save />}
          disabled={isEmpty}
          onClick={onSave}
        />
        <IconButton
          label={texts.player.shuffle}
          icon={<Shuffle />}
          disabled={isEmpty}
          onClick={actions.shuffle}
        />
        <IconButton label={texts.player.clear} icon={<Trash />} disabled={isEmpty} onClick={actions.clear} />
        {onHide && <IconButton label={texts.player.hideQueue} icon={<PanelRightClose />} onClick={onHide} />}
      </div>
      <div className={styles['metaLine']}>
        <OrderSelect />
        {!isEmpty && <Totals />}
      </div>
    </header>
  );
}

function OrderSelect() {
  const actions = usePlayerActions();
  const order = usePlayerState((state) => state.order);
  return (
    <Select
      className={styles['order']}
      label={texts.player.order}
      value={order}
      options={playbackOrders.map((value) => ({ value, label: texts.player.orders[value] }))}
      onValueChange={actions.setOrder}
    />
  );
}

function Totals() {
  const queue = usePlayerState((state) => state.queue);
  const seconds = useMemo(() => totalDurationSeconds(queue), [queue]);
  const duration = formatLongDuration(seconds);
  return (
    <p className={styles['totals']}>
      <span>{texts.player.songCount(queue.entries.length)}</span>
      <span aria-hidden="true">·</span>
      <span title={texts.player.totalDuration(duration)}>{duration}</span>
    </p>
  );
}
