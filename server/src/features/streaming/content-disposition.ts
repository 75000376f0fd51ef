/** Characters that may stand in `filename*` as they are (attr-char of RFC 5987). */
const percentEncoded = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Content-Disposition that shows a file in place, or has it saved, and suggests its name: once in ASCII for old
 * clients, once whole.
 * @param name any text, line breaks and quotes included
 * @see RFC 6266, RFC 5987
 */
export const dispositionOf = (disposition: 'inline' | 'attachment', name: string): string => {
  const plain = name.replace(/[^\u0020-\u007e]|["\\%]/gu, '_');
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${percentEncoded(name.toWellFormed())}`;
};
