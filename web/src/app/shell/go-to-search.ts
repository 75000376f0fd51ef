import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';

/** How long a search screen that is still loading may take to bring its field. */
const fieldWaitMs = 3_000;

/** Goes to the search and into its field. */
export function goToSearch(): void {
  if (focusSearchField()) return;
  navigate(paths.search());
  const observer = new MutationObserver(() => focusSearchField() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), fieldWaitMs);
}

function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  field?.select();
  return field !== null;
}
