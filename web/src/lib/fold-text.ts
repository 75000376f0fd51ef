/** Text as people look for it: without accents, small. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');
