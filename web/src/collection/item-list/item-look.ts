/** What decides how an item looks, besides the item. */
export interface ItemLook {
  readonly hasFolderNames: boolean;
  readonly knownArtist: string | null;
  readonly awaySources: readonly string[];
}
