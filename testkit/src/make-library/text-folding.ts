/** Lower case, composed, without accents and other combining marks. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
}

/** Lower case and composed. */
export function plainText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** A name that any Linux or macOS file system takes, at most 180 bytes of UTF-8. */
export function fileName(text: string): string {
  let name = text.replace(/[/\0]/g, '_');
  if (/^\.{1,2}$/.test(name) || name.trim() === '') name = `_${name}`;
  while (Buffer.byteLength(name) > 180) name = Array.from(name).slice(0, -1).join('');
  return name;
}
