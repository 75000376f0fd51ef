import { hash } from 'node:crypto';

/** Bytes of an id. */
const idBytes = 16;
/** Letters and digits of an id: 62 to the 22nd is more than 2 to the 128th. */
const textLength = 22;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, idBytes);

/** An id made of what a thing is known by: the same for the same parts, whenever and wherever. */
export const derivedId = (
  kind: 'album' | 'artist' | 'folder' | 'genre' | 'group',
  ...parts: readonly string[]
): Buffer => digest([kind, ...parts].join('\0'));

/** The id of a folder: of its virtual path alone. */
export const folderId = (virtualPath: string): Buffer => derivedId('folder', virtualPath);

/** The id of a song that was first seen at a path, in this installation. */
export const naturalSongId = (installation: string, virtualPath: string): Buffer =>
  digest(`song\0${installation}\0${virtualPath}`);

/** The id of what comes to a path whose id went along with another song. */
export const nextSongId = (taken: Uint8Array): Buffer =>
  digest(`next\0${Buffer.from(taken).toString('hex')}`);

/** An id as clients have it: 22 letters and digits. */
export const idText = (id: Uint8Array): string => {
  let value = BigInt(`0x${Buffer.from(id).toString('hex')}`);
  let text = '';
  for (let at = 0; at < textLength; at += 1) {
    text = (alphabet[Number(value % 62n)] ?? '') + text;
    value /= 62n;
  }
  return text;
};

/** The bytes of such a text; null when it is none. */
export const idBytesOf = (text: string): Buffer | null => {
  if (!/^[0-9A-Za-z]{22}$/.test(text)) return null;
  let value = 0n;
  for (const character of text) value = value * 62n + BigInt(alphabet.indexOf(character));
  const hex = value.toString(16).padStart(idBytes * 2, '0');
  return hex.length > idBytes * 2 ? null : Buffer.from(hex, 'hex');
};
