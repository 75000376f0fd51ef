/** A list of files as M3U has it. */
export interface M3u {
  readonly name: string;
  /** Paths of the host, in order. */
  readonly paths: readonly string[];
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

const titleLine = /^#PLAYLIST:(.*)$/i;

/** The name of a file without folders and its last extension. */
const stemOf = (fileName: string): string => {
  const name = fileName.split(/[\\/]/).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
};

/**
 * Reads a list; its name is what `#PLAYLIST:` says, else the file's.
 * @returns null for bytes that are no UTF-8
 */
export const readM3u = (fileName: string, bytes: Buffer): M3u | null => {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return null;
  }
  let name: string | null = null;
  const paths: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const title = titleLine.exec(line)?.[1]?.trim();
    if (title !== undefined && title !== '') name ??= title;
    if (!line.startsWith('#') && line.trim() !== '') paths.push(line);
  }
  return { name: name ?? stemOf(fileName), paths };
};

/** A name that stays on its line. */
const onOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** The first line of a list. */
export const m3uTitle = (name: string): string => `#PLAYLIST:${onOneLine(name)}\n`;

/** A line for an entry: its file, or a remark where there is none that this format could name. */
export const m3uLine = (virtualPath: string, realPath: string | null): string =>
  realPath === null || /[\r\n]/.test(realPath) || realPath.startsWith('#')
    ? `# not found: ${onOneLine(virtualPath)}\n`
    : `${realPath}\n`;
