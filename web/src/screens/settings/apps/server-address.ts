/** What people type into an app: the address of the page, with the folder it is served from. */
export const serverAddress = (base: string = document.baseURI): string =>
  new URL('.', base).href.replace(/\/$/, '');

/** A secret as people read it: in groups. It is taken with the separators and without. */
export const groupedSecret = (secret: string): string => (secret.match(/.{1,5}/g) ?? []).join('-');
