import { toolTexts } from '../../texts/list-tools.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchX } from '../../ui/later-icons.ts';

/** Stands where the entries would be that a filter leaves. */
export const NothingLeft = () => <EmptyState icon={<SearchX />}>{toolTexts.nothingLeft}</EmptyState>;
