/** Marks the element of a style sheet that could not be had; one that is on its way has none. */
const mark = 'failed';

/**
 * Notes which style sheets could not be had, for `reloadFailedStyles`.
 * @returns stops that
 */
export function watchStyles(page: Document = document): () => void {
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset[mark] = '';
  };
  page.addEventListener('error', onError, { capture: true });
  return () => page.removeEventListener('error', onError, { capture: true });
}

/** Whether there is a style sheet to ask for again. */
export const haveStylesFailed = (page: Document = document): boolean =>
  page.querySelector(`link[data-${mark}]`) !== null;

/**
 * Asks again for the style sheets that could not be had. The bundler's own loading asks for each once, and a
 * second try of the script beside it would come without its looks.
 * @throws Error when one still cannot be had
 */
export async function reloadFailedStyles(page: Document = document): Promise<void> {
  await Promise.all([...page.querySelectorAll<HTMLLinkElement>(`link[data-${mark}]`)].map(askAgain));
}

const askAgain = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    delete again.dataset[mark];
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`There is no style sheet ${link.href}`)));
    link.replaceWith(again);
  });
