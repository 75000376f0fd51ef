import type { ScanProblem, SourceState } from '@tonearm/contract';
import { settingsTexts } from '../../../texts/settings.ts';

/** Why a file could not be read, in the words of this client; in those of the server where it says something newer. */
export const problemText = ({ reason, reason_code }: ScanProblem): string =>
  settingsTexts.scan.reasons[reason_code] ?? reason;

/** Why a source is away; empty when it is not. */
export const awayText = ({ reason, reason_code, reason_counts }: SourceState): string => {
  const text = settingsTexts.away;
  if (reason_code === null || reason_code === undefined) return reason ?? '';
  if (reason_code === 'songs_gone' && reason_counts && reason_counts.gone < reason_counts.songs) {
    return text.songsGone(reason_counts.gone, reason_counts.songs);
  }
  return text.reasons[reason_code] ?? reason ?? '';
};
