/**
 * Whether the focus goes when this goes: it is in it, or nowhere any more, as after a press on a button
 * that was turned off by it.
 */
export const holdsFocus = (element: Element | null): boolean =>
  document.activeElement === document.body || element?.contains(document.activeElement) === true;
