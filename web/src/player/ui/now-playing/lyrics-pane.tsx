import { useQuery } from '@tanstack/react-query';
import type { Lyrics, Song } from '@tonearm/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { lyricsQuery } from '../../../api/music.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { texts } from '../../../texts/index.ts';
import { playingTexts } from '../../../texts/playing.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { usePlayerActions, usePlayerState } from '../player-context.tsx';
import { lineAt } from './line-at.ts';
import styles from './lyrics-pane.module.css';

/** How long the words stay where somebody scrolled them to, in milliseconds. */
const leftAloneMs = 4_000;

/** The words of what plays. Those that are timed follow the sound, and a line that is chosen is played from. */
export function LyricsPane({ song }: { readonly song: Song | null }): ReactNode {
  const { data, error, refetch } = useQuery({
    ...lyricsQuery(song?.path ?? ''),
    enabled: song !== null,
  });
  const { lyrics } = playingTexts;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and words without times hold nothing to stop at
    <section tabIndex={0} className={styles['pane']} aria-label={lyrics.title}>
      {data && <Words key={song?.path} words={data} />}
      {data === undefined && error && (
        <div className={styles['note']} role="status">
          <p>{lyrics.failed}</p>
          <Button onClick={() => void refetch()}>{texts.app.tryAgain}</Button>
        </div>
      )}
      {data === undefined && !error && song !== null && <p className={styles['note']}>{texts.app.loading}</p>}
      {(data === null || song === null) && (
        <p className={styles['note']} role="status">
          {lyrics.none}
        </p>
      )}
    </section>
  );
}

function Words({ words }: { readonly words: Lyrics }) {
  const { seekTo } = usePlayerActions();
  const { lines, is_synced: isSynced, language } = words;
  const active = usePlayerState((state) => (isSynced ? lineAt(lines, state.elapsedSeconds) : -1));
  const list = useRef<HTMLOListElement>(null);
  useFollowing(list, active);
  return (
    <ol ref={list} className={styles['lines']} lang={language ?? undefined}>
      {lines.map(({ start_ms: startMs, text }, index) => (
        // Lines repeat, and never change their places.
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <li key={index} aria-current={index === active ? 'true' : undefined}>
          {startMs === null ? (
            <p className={styles['line']} dir="auto">
              {text || '\u00a0'}
            </p>
          ) : (
            <button
              type="button"
              className={classNames(styles['line'], styles['timed'])}
              dir="auto"
              aria-label={text === '' ? playingTexts.lyrics.pause : undefined}
              onClick={() => seekTo(startMs / 1000)}
            >
              {text || '…'}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Keeps the line that sounds in the middle, unless somebody has just scrolled or stands in the words with the keyboard. */
function useFollowing(list: { readonly current: HTMLOListElement | null }, active: number) {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const touchedAt = useRef(0);
  useEffect(() => {
    const element = list.current;
    const touch = () => {
      touchedAt.current = performance.now();
    };
    element?.addEventListener('wheel', touch, { passive: true });
    element?.addEventListener('touchmove', touch, { passive: true });
    return () => {
      element?.removeEventListener('wheel', touch);
      element?.removeEventListener('touchmove', touch);
    };
  }, [list]);
  useEffect(() => {
    const line = list.current?.children[active];
    const isLeftAlone = touchedAt.current > 0 && performance.now() - touchedAt.current < leftAloneMs;
    if (!line || isLeftAlone || list.current?.contains(document.activeElement)) return;
    line.scrollIntoView?.({ block: 'center', behavior: isStill ? 'auto' : 'smooth' });
  }, [list, active, isStill]);
}
