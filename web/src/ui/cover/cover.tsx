import { type CSSProperties, useRef, useState } from 'react';
import { hueOf, initialsOf } from '../../lib/initials.ts';
import { isOnline } from '../../lib/online.ts';
import { useIsServerAway, useServerReturns } from '../../lib/server-presence.ts';
import { classNames } from '../class-names.ts';
import styles from './cover.module.css';
import { failedPictures } from './failed-pictures.ts';
import { useKeptPicture } from './kept-pictures.ts';
import { useIsHeld } from './picture-hold.ts';

/** Properties of a cover. */
export interface CoverProps {
  /** Address of the picture; null when there is none. */
  readonly src: string | null;
  /** Empty (the default) when words beside it say the same. */
  readonly alt?: string;
  /** What the picture would be of: its initials stand on a tile of its own colours when there is none. */
  readonly name?: string | undefined;
  /** Average colour, `#rrggbb`, shown until the picture is there. */
  readonly color?: string | null | undefined;
  /** `eager` for what is on screen first. */
  readonly loading?: 'eager' | 'lazy';
  readonly className?: string | undefined;
}

/**
 * A square for album art that never moves what stands around it; a record when there is no picture. One that cannot
 * be had while the server is away is shown as the browser keeps it.
 */
export function Cover({ src, alt = '', name = '', color, loading = 'lazy', className }: CoverProps) {
  const returnCount = useServerReturns();
  const [failed, setFailed] = useState<{ readonly src: string; readonly returnCount: number } | null>(null);
  const hasFailed =
    src !== null &&
    ((failed?.src === src && failed.returnCount === returnCount) || failedPictures.has(src, returnCount));
  const isAway = useIsServerAway();
  const kept = useKeptPicture(src, hasFailed && isAway);
  const picture = useRef<HTMLImageElement>(null);
  const isWaiting = useIsHeld(picture);
  const placeholder = color ? ({ '--placeholder': color } as CSSProperties) : undefined;
  const shown = hasFailed ? kept : src;
  return (
    <div className={classNames(styles['cover'], className)} style={placeholder}>
      {shown !== null ? (
        <img
          ref={picture}
          {...(!isWaiting && { src: shown })}
          alt={alt}
          loading={loading}
          decoding="async"
          draggable={false}
          onError={() => {
            if (src === null || hasFailed) return;
            // Without a network nothing can be said about the picture.
            if (isOnline()) failedPictures.add(src, returnCount);
            setFailed({ src, returnCount });
          }}
        />
      ) : (
        <NoPicture alt={alt} name={name} />
      )}
    </div>
  );
}

/** What stands where a picture is missing: initials on two tones, or a record where nothing has a name. */
function NoPicture({ alt, name }: { readonly alt: string; readonly name: string }) {
  const initials = initialsOf(name);
  if (initials === '') {
    return (
      <svg
        viewBox="0 0 48 48"
        role={alt === '' ? undefined : 'img'}
        aria-label={alt || undefined}
        aria-hidden={alt === ''}
      >
        <circle cx="24" cy="24" r="15" />
        <circle cx="24" cy="24" r="9.5" />
        <circle cx="24" cy="24" r="4" />
      </svg>
    );
  }
  return (
    <svg
      viewBox="0 0 48 48"
      className={styles['tile']}
      style={{ '--hue': hueOf(name) } as CSSProperties}
      role={alt === '' ? undefined : 'img'}
      aria-label={alt || undefined}
      aria-hidden={alt === ''}
    >
      <path d="M0 0h48v48H0z" />
      <path d="M48 0v48H0z" />
      <text x="24" y="24">
        {initials}
      </text>
    </svg>
  );
}
