import { playingTexts } from '../../../texts/playing.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import type { SleepWish } from '../../core/player-state.ts';
import { usePlayerActions, usePlayerState } from '../player-context.tsx';

const minutes = [15, 30, 45, 60, 90] as const;

const wishes: Readonly<Record<string, SleepWish>> = {
  off: null,
  ...Object.fromEntries(minutes.map((count) => [String(count), count])),
  track: 'track',
  album: 'album',
};

/** When playing is to stop by itself. */
export function SleepDialog({ onClose }: { readonly onClose: () => void }) {
  const { setSleep } = usePlayerActions();
  const sleep = usePlayerState((state) => state.sleep);
  const text = playingTexts.sleep;
  const labels: Readonly<Record<string, string>> = { off: text.off, track: text.track, album: text.album };
  const options = Object.keys(wishes).map((value) => ({
    value,
    label: labels[value] ?? text.minutes(Number(value)),
  }));
  const until =
    sleep?.kind === 'at'
      ? [
          {
            value: 'at',
            label: text.at(new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(sleep.atMs)),
          },
        ]
      : [];
  const value = sleep === null ? 'off' : sleep.kind;
  return (
    <Dialog title={text.title} closeLabel={text.close} onClose={onClose}>
      <Select<string>
        label={text.label}
        value={value}
        options={[...until, ...options]}
        onValueChange={(chosen) => {
          if (chosen !== 'at') setSleep(wishes[chosen] ?? null);
        }}
      />
    </Dialog>
  );
}
