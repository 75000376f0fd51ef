/** A path of the host: text, or bytes where a name on the way is not UTF-8. */
export type RealPath = string | Buffer;

/** The path of something inside a folder. `realName` is set where the shown name is not the real one. */
export const joinReal = (folder: RealPath, name: string, realName: Buffer | null): RealPath => {
  if (typeof folder === 'string' && realName === null) {
    return folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
  }
  const bytes = Buffer.from(folder as string);
  return Buffer.concat([bytes, Buffer.from('/'), realName ?? Buffer.from(name)]);
};

/** Whether `path` is `folder` or lies inside it. */
export const isInside = (path: Buffer, folder: Buffer): boolean => {
  const isBelow = path.length > folder.length && path.subarray(0, folder.length).equals(folder);
  return path.equals(folder) || (isBelow && (path[folder.length] === 0x2f || folder.at(-1) === 0x2f));
};
