// Archives that come out the same from the same files: sorted, of one time, of one owner.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const blockBytes = 512;

const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`;

const splitName = (name) => {
  if (Buffer.byteLength(name) <= 100) return { name, prefix: '' };
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(rest) <= 100) return { name: rest, prefix };
  }
  throw new Error(`${name} is too long for a tar archive.`);
};

const header = ({ name, mode, size, type, link, seconds, uid, gid }) => {
  const block = Buffer.alloc(blockBytes);
  const split = splitName(name);
  block.write(split.name, 0);
  block.write(octal(mode, 8), 100);
  block.write(octal(uid, 8), 108);
  block.write(octal(gid, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(seconds, 12), 136);
  block.write('        ', 148);
  block.write(type, 156);
  block.write(link, 157);
  block.write('ustar\x0000', 257);
  block.write(split.prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
};

/**
 * Everything below a folder, in order: folders before what is in them.
 * @param {string} folder
 */
export const entriesOf = (folder, prefix = '') =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path);
      const inArchive = `${prefix}${name}`;
      if (stats.isSymbolicLink())
        return [{ name: inArchive, mode: 0o777, content: null, link: readlinkSync(path), isFolder: false }];
      if (stats.isDirectory()) {
        const entry = { name: `${inArchive}/`, mode: 0o755, content: null, link: '', isFolder: true };
        return [entry, ...entriesOf(path, `${inArchive}/`)];
      }
      // Only whether it can be run: what else a umask left differs from machine to machine.
      const mode = (stats.mode & 0o100) === 0 ? 0o644 : 0o755;
      return [{ name: inArchive, mode, content: readFileSync(path), link: '', isFolder: false }];
    });

/**
 * A tar archive (ustar) of entries as `entriesOf` gives them.
 * @param {ReturnType<typeof entriesOf>} entries each may bear `uid` and `gid`; 0 without
 * @param {number} seconds the time that all of them bear
 */
export const tarOf = (entries, seconds) => {
  const parts = entries.flatMap(({ name, mode, content, link, isFolder, uid = 0, gid = 0 }) => {
    const size = content?.length ?? 0;
    const type = isFolder ? '5' : link === '' ? '0' : '2';
    const head = header({ name, mode, size, type, link, seconds, uid, gid });
    const padding = Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
    return content === null ? [head] : [head, content, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)]);
};
