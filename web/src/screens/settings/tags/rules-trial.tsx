import type { MusicRulesTrial } from '@tonearm/contract';
import { settingsTexts } from '../../../texts/settings.ts';
import forms from '../forms.module.css';

/** What rules would change, counted and listed. */
export function RulesTrial({ trial }: { readonly trial: MusicRulesTrial }) {
  const text = settingsTexts.rules;
  const hidden = trial.change_count - trial.changes.length;
  const movesHidden = trial.moved_artist_count + trial.moved_album_count - trial.moves.length;
  const isNothing = trial.change_count === 0 && trial.moves.length === 0;
  return (
    <section aria-label={text.trial} className={forms['list']}>
      <p role="status">
        {isNothing
          ? text.nothing
          : [
              text.changedSongs(trial.changed_song_count),
              text.movedArtists(trial.moved_artist_count),
              text.movedAlbums(trial.moved_album_count),
            ].join(' ')}
      </p>
      <ul>
        {trial.changes.map((change) => (
          <li key={`${change.field} ${change.text}`} className={forms['row']}>
            <div className={forms['main']}>
              <p dir="auto">{change.text}</p>
              <p className={forms['note']}>
                {text.change(change.before.join(' · '), change.after.join(' · '))}
              </p>
            </div>
            <p className={forms['note']}>
              {text.fields[change.field]} · {text.songs(change.song_count)}
            </p>
          </li>
        ))}
        {trial.moves.map((move) => (
          <li key={`${move.kind} ${move.name} ${move.letter_before}`} className={forms['row']}>
            <p className={forms['main']} dir="auto">
              {move.name}
            </p>
            <p className={forms['note']}>{text.move(move.letter_before, move.letter_after)}</p>
          </li>
        ))}
      </ul>
      {hidden + movesHidden > 0 && <p className={forms['note']}>{text.more(hidden + movesHidden)}</p>}
    </section>
  );
}
