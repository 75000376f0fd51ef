/** A word or syllable of a line that is timed by itself. */
interface WordCue {
  /** Milliseconds, as those of the line. */
  readonly startMs: number;
  /** Told of every cue of a line or of none. */
  readonly endMs: number | null;
  /** Where it stands in the text of the line, in characters; the end is behind it. */
  readonly from: number;
  readonly to: number;
}

/** A line of a song's words. */
export interface WordLine {
  /** Where it begins, in milliseconds as written; null in words that are not timed. */
  readonly startMs: number | null;
  readonly text: string;
  /** Words that are timed one by one, none of them over another; empty where only the line is. */
  readonly cues: readonly WordCue[];
  /** Who sings it, where a file tells voices apart. */
  readonly voice: string | null;
}

/** Somebody who sings. */
interface Voice {
  readonly id: string;
  readonly name: string | null;
  readonly isGroup: boolean;
}

/** The words of a song. */
export interface Words {
  readonly isSynced: boolean;
  /** What is taken from every time: more than 0 lets words come sooner. */
  readonly offsetMs: number;
  /** In the order of time where they are timed. */
  readonly lines: readonly WordLine[];
  /** Those that sing a line, where there are several. */
  readonly voices: readonly Voice[];
}

/** When a line is sung, in milliseconds, whatever offset its file has; null where it is not timed. */
export const sungAtMs = ({ startMs }: Pick<WordLine, 'startMs'>, { offsetMs }: Pick<Words, 'offsetMs'>) =>
  startMs === null ? null : Math.max(0, startMs - offsetMs);

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

const ofText = { cues: [], voice: null } as const;

const plain = (text: string): Words => ({
  isSynced: false,
  offsetMs: 0,
  lines: text
    .trim()
    .split(/\r\n|\r|\n/)
    .slice(0, mostLines)
    .map((line) => ({ startMs: null, text: line.trim(), ...ofText })),
  voices: [],
});

type TimedLine = WordLine & { readonly startMs: number };

const synced = (lines: readonly TimedLine[], text: string, offsetMs = 0): Words =>
  lines.length === 0
    ? plain(text)
    : {
        isSynced: true,
        offsetMs,
        lines: lines.toSorted((a, b) => a.startMs - b.startMs).slice(0, mostLines),
        voices: [],
      };

const stamps = /^(?:\s*\[(\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?)\])+/;
const wordStamp = /<(\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?)>/g;
const header = /^\s*\[[a-z#]+:[^\]]*\]\s*$/i;

/** A part of a line and when it is sung; without a time it is of none. */
interface Piece {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly text: string;
}

/** A line of pieces as one text, blanks between words once, and those of them that are timed. */
const lineOf = (pieces: readonly Piece[]): Pick<WordLine, 'text' | 'cues'> => {
  let text = '';
  const cues: WordCue[] = [];
  for (const piece of pieces) {
    const said = piece.text.replaceAll(/\s+/g, ' ');
    const word = said.trim();
    if (said.startsWith(' ') && text !== '' && !text.endsWith(' ')) text += ' ';
    const from = text.length;
    text += word;
    const last = cues.at(-1);
    if (piece.startMs !== null && word !== '') {
      // What is sung at once is one: a span may have others in it.
      const isSame = last?.startMs === piece.startMs;
      if (isSame) cues.pop();
      const begin = isSame ? last.from : from;
      cues.push({ startMs: piece.startMs, endMs: piece.endMs, from: begin, to: text.length });
    }
    if (said.endsWith(' ') && word !== '') text += ' ';
  }
  return { text: text.trimEnd(), cues: inTurn(cues) };
};

/** Cues that follow each other, or none where a file has them otherwise. */
const inTurn = (cues: readonly WordCue[]): readonly WordCue[] => {
  if (cues.some(({ startMs }, at) => startMs < (cues[at - 1]?.startMs ?? 0))) return [];
  const hasEnds = cues.every(({ endMs, startMs }) => endMs !== null && endMs >= startMs);
  return cues.map((cue, at) => {
    const next = cues[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    return { ...cue, endMs: hasEnds && cue.endMs !== null ? Math.min(cue.endMs, next) : null };
  });
};

/** Words behind a stamp each; one more stamp at the end tells where the last one ends. */
const stampedLine = (words: string): Pick<WordLine, 'text' | 'cues'> => {
  const parts = words.split(wordStamp);
  const times = parts.map((part, at) => (at % 2 === 1 ? timeMs(part) : null));
  const pieces = parts.flatMap((text, at): Piece[] => {
    if (at % 2 === 1) return [];
    return [{ startMs: times[at - 1] ?? null, endMs: times[at + 1] ?? null, text }];
  });
  return lineOf(pieces);
};

/** Lines with one time or several, and facts about the file, of which the offset counts. */
const parseLrc = (text: string): Words => {
  const offset = Number(/^\s*\[offset:\s*([+-]?\d{1,6})\s*\]/im.exec(text)?.[1] ?? 0);
  const lines: TimedLine[] = [];
  const rest: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const times = stamps.exec(line)?.[0];
    if (times === undefined) {
      if (!header.test(line)) rest.push(line);
      continue;
    }
    const found = Array.from(times.matchAll(/\[([^\]]+)\]/g), ([, time = '']) => timeMs(time)).filter(
      (ms) => ms !== null,
    );
    const sung = stampedLine(line.slice(times.length));
    // Times of words are of one time of the line.
    const cues = found.length === 1 ? sung.cues : [];
    for (const startMs of found) lines.push({ startMs, text: sung.text, cues, voice: null });
  }
  return synced(lines, rest.join('\n'), offset);
};

const parseSrt = (text: string): Words => {
  const lines: TimedLine[] = [];
  for (const block of text.split(/(?:\r\n|\r|\n)\s*(?:\r\n|\r|\n)/)) {
    const rows = block.trim().split(/\r\n|\r|\n/);
    const at = rows.findIndex((row) => row.includes('-->'));
    const startMs = at === -1 ? null : timeMs(rows[at]?.split('-->')[0]?.trim() ?? '');
    if (startMs === null) continue;
    const words = rows
      .slice(at + 1)
      .join(' ')
      .replaceAll(/<[^>]{0,100}>/g, '');
    lines.push({ startMs, text: words.trim(), ...ofText });
  }
  return synced(lines, text);
};

/** The value of an attribute, whatever its prefix; null where it has none. */
const attributeOf = (attributes: string, name: string): string | null =>
  new RegExp(`\\b${name}\\s*=\\s*["']([^"']{1,200})["']`, 'i').exec(attributes)?.[1] ?? null;

const timeOf = (attributes: string, name: string): number | null =>
  timeMs(attributeOf(attributes, name) ?? '');

/** Pieces between the tags of a line: of the innermost span that has a time. */
const piecesOf = (inside: string): Piece[] => {
  const open: (Omit<Piece, 'text'> | null)[] = [];
  return inside.split(/(<[^>]{0,500}>)/).flatMap((part, at): Piece[] => {
    if (at % 2 === 0) {
      const timed = open.findLast((span) => span !== null);
      const text = unescaped(part);
      return part === '' ? [] : [{ startMs: timed?.startMs ?? null, endMs: timed?.endMs ?? null, text }];
    }
    if (/^<\/span/i.test(part)) open.pop();
    else if (/^<span/i.test(part) && !part.endsWith('/>')) {
      const startMs = timeOf(part, 'begin');
      open.push(startMs === null ? null : { startMs, endMs: timeOf(part, 'end') });
    }
    return [];
  });
};

/** Voices of lines, where there are several. */
const voicesOf = (text: string, lines: readonly WordLine[]): readonly Voice[] => {
  const used = new Set(lines.map(({ voice }) => voice).filter((voice) => voice !== null));
  if (used.size < 2) return [];
  const heads = new Map(
    Array.from(
      text.matchAll(/<ttm:agent\b([^>]{0,500})>([\s\S]{0,500}?)<\/ttm:agent/gi),
      ([, head, inside]) => [
        attributeOf(head ?? '', 'id'),
        { isGroup: attributeOf(head ?? '', 'type') === 'group', inside: inside ?? '' },
      ],
    ),
  );
  return Array.from(used, (id) => {
    const head = heads.get(id);
    const name = /<ttm:name\b[^>]{0,200}>([^<]{1,200})</i.exec(head?.inside ?? '')?.[1];
    return { id, name: name === undefined ? null : unescaped(name).trim(), isGroup: head?.isGroup ?? false };
  });
};

const parseTtml = (text: string): Words => {
  const lines: TimedLine[] = [];
  for (const part of text.split(/<p(?=[\s>])/i).slice(1)) {
    const [attributes = '', ...rest] = part.split('>');
    const startMs = timeOf(attributes, 'begin');
    const inside = rest.join('>').split(/<\/p/i)[0] ?? '';
    if (startMs !== null)
      lines.push({ startMs, ...lineOf(piecesOf(inside)), voice: attributeOf(attributes, 'agent') });
  }
  const words = synced(lines, '');
  return { ...words, voices: voicesOf(text, words.lines) };
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
