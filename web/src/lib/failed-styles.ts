/**
 * Asks again for the style sheets that could not be had. The bundler's own loading asks for each once, and a
 * second try of the script beside it would come without its looks.
 * @throws Error when one still cannot be had
 */
export async function reloadFailedStyles(page: Document = document): Promise<void> {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter((link) => !hasCome(link)).map(askAgain));
}

/** One that could not be had has, depending on the browser, no sheet or one that may not be read. */
const hasCome = ({ sheet }: HTMLLinkElement): boolean => {
  try {
    return sheet !== null && sheet.cssRules.length >= 0;
  } catch {
    return false;
  }
};

const askAgain = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`There is no style sheet ${link.href}`)));
    link.replaceWith(again);
  });
