import type { Liked } from '../api/made/annotations.ts';
import { texts } from '../texts/index.ts';
import { likeTexts } from '../texts/likes.ts';
import { Dialog } from '../ui/layers/dialog.tsx';
import { Stars } from './stars.tsx';

/** Stars of what a menu is about. */
export function RatingDialog(props: {
  readonly liked: Liked;
  readonly label: string;
  readonly onClose: () => void;
}) {
  const { liked, label, onClose } = props;
  return (
    <Dialog title={likeTexts.rateOf(label)} closeLabel={texts.app.close} onClose={onClose}>
      <Stars liked={liked} />
    </Dialog>
  );
}
