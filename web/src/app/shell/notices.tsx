import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { collectionStatusOptions } from '../../api/collection-status.ts';
import { linkedServicesOptions } from '../../api/services-query.ts';
import { isOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { useIsServerAway } from '../../lib/server-presence.ts';
import { useSession } from '../../storage/session-store.ts';
import { texts } from '../../texts/index.ts';
import { WifiOff } from '../../ui/icons.ts';
import styles from './notices.module.css';

/** What everybody should know right now, above any screen: offline, first scan, sources that are away. */
export function Notices() {
  const isOnline = useIsOnline();
  const isServerAway = useIsServerAway();
  const status = useFreshCollection();
  const lapsed = useLapsedServices();
  const isAdmin = useSession()?.isAdmin === true;
  return (
    <div role="status" className={styles['notices']}>
      {(!isOnline || isServerAway) && (
        <p className={styles['notice']}>
          <WifiOff />
          {isOnline ? texts.app.serverAway : texts.app.offline}
        </p>
      )}
      {status?.is_first_scan === true && status.is_scanning && (
        <p className={styles['notice']}>
          {status.song_count === 0 ? texts.app.firstScanNone : texts.app.firstScan(status.song_count)}
        </p>
      )}
      {(status?.away_sources.length ?? 0) > 0 && (
        <p className={styles['notice']}>
          <span dir="auto">{texts.app.awaySources(status?.away_sources.join(', ') ?? '')}</span>
          {isAdmin && <a href={paths.settings('collection')}>{texts.app.decideAway}</a>}
        </p>
      )}
      {lapsed !== '' && (
        <p className={styles['notice']}>
          {texts.app.linkAgain(lapsed)}
          <a href={paths.settings('preferences')}>{texts.app.linkAgainAction}</a>
        </p>
      )}
    </div>
  );
}

/** How often a linked account is looked at, in milliseconds; its plays are kept meanwhile. */
const lapsedIntervalMs = 5 * 60_000;

/** Names of the services whose account needs to be linked again; empty when there is none. */
function useLapsedServices(): string {
  const { data } = useQuery({ ...linkedServicesOptions(), refetchInterval: lapsedIntervalMs });
  return (data ?? []).flatMap(({ label, lapse }) => (lapse ? label : [])).join(', ');
}

/** Watches the collection and has its lists asked for again when they may have changed. */
function useFreshCollection() {
  const queries = useQueryClient();
  const { data } = useQuery(collectionStatusOptions());
  const lastRevision = useRef<number>(undefined);
  const revision = data?.revision;
  useEffect(() => {
    if (revision === undefined || revision === lastRevision.current) return;
    const isFirst = lastRevision.current === undefined;
    lastRevision.current = revision;
    if (!isFirst) void queries.invalidateQueries({ queryKey: ['collection'] });
  }, [revision, queries]);
  return data;
}

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

const useIsOnline = () => useSyncExternalStore(subscribe, () => isOnline());
