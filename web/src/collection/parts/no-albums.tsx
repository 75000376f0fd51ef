import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Disc3 } from '../../ui/icons.ts';
import { useCollectionStatus } from './use-collection-status.ts';

/** Stands where albums would be: none yet, or none found so far. */
export function NoAlbums() {
  const { isFirstScan } = useCollectionStatus();
  if (isFirstScan) return <EmptyState icon={<Disc3 />}>{texts.collection.firstScan}</EmptyState>;
  return (
    <EmptyState
      icon={<Disc3 />}
      action={<Button onClick={() => navigate(paths.browse())}>{texts.collection.toAllMusic}</Button>}
    >
      {texts.collection.noAlbums}
    </EmptyState>
  );
}
