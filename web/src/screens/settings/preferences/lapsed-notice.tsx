import type { LinkedService } from '@tonearm/contract';
import { settingsTexts } from '../../../texts/settings.ts';
import { Problem } from '../section.tsx';

/** Says why an account needs to be linked again, and that nothing is lost. */
export function LapsedNotice({
  service,
  lapse,
}: {
  readonly service: string;
  readonly lapse: NonNullable<LinkedService['lapse']>;
}) {
  const text = settingsTexts.lapse;
  return (
    <Problem>
      {text[lapse](service)} {text.kept}
    </Problem>
  );
}
