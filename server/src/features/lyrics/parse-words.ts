/** A line of a song's words. */
interface WordLine {
  /** Where it begins, in milliseconds; null in words that are not timed. */
  readonly startMs: number | null;
  readonly text: string;
}

/** The words of a song. */
export interface Words {
  readonly isSynced: boolean;
  /** In the order of time where they are timed. */
  readonly lines: readonly WordLine[];
}

/** How words are written down. */
export type WordFormat = 'lrc' | 'srt' | 'ttml' | 'plain';

/** More than any song has: what is longer is cut off. */
const mostLines = 5_000;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** `1:02.5`, `00:01:02,500` and `62.5s` in milliseconds; null for what is no time. */
export const timeMs = (text: string): number | null => {
  const seconds = /^(\d{1,6}(?:\.\d{1,6})?)s$/.exec(text);
  if (seconds?.[1] !== undefined) return Math.round(Number(seconds[1]) * 1000);
  const parts = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,6}))?$/.exec(text);
  if (parts === null) return null;
  const [, hours = '0', minutes = '0', whole = '0', fraction = '0'] = parts;
  return (
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(whole)) * 1000 +
    Math.round(Number(`0.${fraction}`) * 1000)
  );
};

const plain = (text: string): Words => ({
  isSynced: false,
  lines: text
    .trim()
    .split(/\r\n|\r|\n/)
    .slice(0, mostLines)
    .map((line) => ({ startMs: null, text: line.trim() })),
});

const synced = (lines: readonly { startMs: number; text: string }[], text: string): Words =>
  lines.length === 0
    ? plain(text)
    : { isSynced: true, lines: lines.toSorted((a, b) => a.startMs - b.startMs).slice(0, mostLines) };

const stamps = /^(?:\s*\[(\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?)\])+/;
const wordStamp = /<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>/g;
const header = /^\s*\[[a-z#]+:[^\]]*\]\s*$/i;

/** Lines with one time or several, and facts about the file, of which the offset counts. */
const parseLrc = (text: string): Words => {
  const offset = Number(/^\s*\[offset:\s*([+-]?\d{1,6})\s*\]/im.exec(text)?.[1] ?? 0);
  const lines: { startMs: number; text: string }[] = [];
  const rest: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const times = stamps.exec(line)?.[0];
    if (times === undefined) {
      if (!header.test(line)) rest.push(line);
      continue;
    }
    const words = line.slice(times.length).replaceAll(wordStamp, '').trim();
    for (const [, time = ''] of times.matchAll(/\[([^\]]+)\]/g)) {
      const ms = timeMs(time);
      if (ms !== null) lines.push({ startMs: Math.max(0, ms - offset), text: words });
    }
  }
  return synced(lines, rest.join('\n'));
};

const parseSrt = (text: string): Words => {
  const lines: { startMs: number; text: string }[] = [];
  for (const block of text.split(/(?:\r\n|\r|\n)\s*(?:\r\n|\r|\n)/)) {
    const rows = block.trim().split(/\r\n|\r|\n/);
    const at = rows.findIndex((row) => row.includes('-->'));
    const startMs = at === -1 ? null : timeMs(rows[at]?.split('-->')[0]?.trim() ?? '');
    if (startMs === null) continue;
    const words = rows
      .slice(at + 1)
      .join(' ')
      .replaceAll(/<[^>]{0,100}>/g, '');
    lines.push({ startMs, text: words.trim() });
  }
  return synced(lines, text);
};

const parseTtml = (text: string): Words => {
  const lines: { startMs: number; text: string }[] = [];
  for (const part of text.split(/<p[\s>]/i).slice(1)) {
    const [attributes = '', ...rest] = part.split('>');
    const startMs = timeMs(/\bbegin\s*=\s*["']([^"']{1,20})["']/i.exec(attributes)?.[1] ?? '');
    const inside = rest.join('>').split(/<\/p/i)[0] ?? '';
    const words = unescaped(inside.replaceAll(/<[^>]{0,500}>/g, ''))
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (startMs !== null) lines.push({ startMs, text: words });
  }
  return synced(lines, '');
};

/** Takes words apart into lines. Times that cannot be read leave the words without times. */
export const parseWords = (text: string, format: WordFormat): Words => {
  switch (format) {
    case 'lrc':
      return parseLrc(text);
    case 'srt':
      return parseSrt(text);
    case 'ttml':
      return parseTtml(text);
    case 'plain':
      return plain(text);
    default:
      return format satisfies never;
  }
};

/** The text of a file of words: by its mark, else UTF-8, else what Windows called Latin-1. */
export const decodeWords = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
