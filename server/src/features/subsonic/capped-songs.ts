import { mapNodes } from './wire/map-nodes.ts';
import type { Tree } from './wire/tree.ts';

/** What a song is converted to for an app with a limit. */
export interface CappedForm {
  readonly contentType: string;
  readonly suffix: string;
}

/** Says of songs in an answer of a shape what becomes of them by the limit of the app. */
export const tellCapped = (
  tree: Tree,
  shape: string,
  formOf: (kbps: number | null) => CappedForm | null,
): Tree =>
  mapNodes(shape, tree, (node) => {
    if (node['type'] !== 'music') return node;
    const form = formOf(typeof node['bitRate'] === 'number' ? node['bitRate'] : null);
    return form === null
      ? node
      : { ...node, transcodedContentType: form.contentType, transcodedSuffix: form.suffix };
  });
