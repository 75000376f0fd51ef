import { thumbnailUrl } from '../api/media.ts';
import { Cover } from '../ui/cover/cover.tsx';
import styles from './menu-head.module.css';
import type { MenuSubject } from './menu-subject.ts';

/** Cover, name and artist above the lines of a menu on a phone; the name of the menu says the same. */
export function MenuHead({ subject }: { readonly subject: MenuSubject }) {
  const { artwork, label, detail } = subject;
  return (
    <div className={styles['head']} aria-hidden="true">
      {artwork && <Cover className={styles['cover']} src={thumbnailUrl(artwork)} loading="eager" />}
      <div className={styles['lines']}>
        <p className={styles['label']} dir="auto">
          {label}
        </p>
        {detail && (
          <p className={styles['detail']} dir="auto">
            {detail}
          </p>
        )}
      </div>
    </div>
  );
}
