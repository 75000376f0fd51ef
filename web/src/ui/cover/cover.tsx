import { type CSSProperties, useState } from 'react';
import { isOnline } from '../../lib/online.ts';
import { classNames } from '../class-names.ts';
import styles from './cover.module.css';
import { failedPictures } from './failed-pictures.ts';
import { usePicturesHeld } from './picture-hold.ts';

/** Properties of a cover. */
export interface CoverProps {
  /** Address of the picture; null when there is none. */
  readonly src: string | null;
  /** Empty (the default) when words beside it say the same. */
  readonly alt?: string;
  /** Average colour, `#rrggbb`, shown until the picture is there. */
  readonly color?: string | null | undefined;
  /** `eager` for what is on screen first. */
  readonly loading?: 'eager' | 'lazy';
  readonly className?: string | undefined;
}

/** A square for album art that never moves what stands around it; a record when there is no picture. */
export function Cover({ src, alt = '', color, loading = 'lazy', className }: CoverProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const isWaiting = useIsWaiting();
  const placeholder = color ? ({ '--placeholder': color } as CSSProperties) : undefined;
  return (
    <div className={classNames(styles['cover'], className)} style={placeholder}>
      {src !== null && src !== failedSrc && !failedPictures.has(src) ? (
        <img
          {...(!isWaiting && { src })}
          alt={alt}
          loading={loading}
          decoding="async"
          draggable={false}
          onError={() => {
            // Without a network nothing can be said about the picture.
            if (isOnline()) failedPictures.add(src);
            setFailedSrc(src);
          }}
        />
      ) : (
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
      )}
    </div>
  );
}

/** Whether the picture waits for the end of typing. One that was asked for stays. */
function useIsWaiting(): boolean {
  const isHeld = usePicturesHeld();
  const [isWaiting, setIsWaiting] = useState(isHeld);
  if (isWaiting && !isHeld) setIsWaiting(false);
  return isWaiting && isHeld;
}
