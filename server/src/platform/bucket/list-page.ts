/** An object as a listing tells it. */
export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAtMs: number;
  /** With its quotes. */
  readonly etag: string;
}

/** A part of a listing. */
export interface ListPage {
  readonly objects: readonly ListedObject[];
  /** Names the next part; null at the end. */
  readonly next: string | null;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const characterOf = (entity: string): string => {
  const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(entity);
  if (code === null) return entities[entity] ?? `&${entity};`;
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
};

const unescaped = (text: string): string =>
  text.includes('&') ? text.replace(/&([^;&]{1,9});/g, (_all, entity: string) => characterOf(entity)) : text;

/** What stands in an element that holds text alone; null where there is none. */
const textIn = (xml: string, name: string): string | null => {
  const from = xml.indexOf(`<${name}>`);
  if (from === -1) return null;
  const start = from + name.length + 2;
  const end = xml.indexOf(`</${name}>`, start);
  return end === -1 ? null : unescaped(xml.slice(start, end));
};

/** Undoes the encoding that was asked for, in which a space is a plus. Null for what is not UTF-8. */
const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

/**
 * Reads a part of a listing that was asked for with encoded keys. An object without a size or with a key that is not
 * UTF-8 is left out: no request could name it.
 * @returns null for what is no listing
 */
export const parseListPage = (xml: string): ListPage | null => {
  const head = xml.indexOf('<ListBucketResult');
  if (head === -1 || !xml.includes('</ListBucketResult>')) return null;
  const isEncoded = textIn(xml, 'EncodingType') === 'url';
  const objects: ListedObject[] = [];
  for (let at = xml.indexOf('<Contents>', head); at !== -1; ) {
    const end = xml.indexOf('</Contents>', at);
    if (end === -1) return null;
    const entry = xml.slice(at, end);
    at = xml.indexOf('<Contents>', end);
    const written = textIn(entry, 'Key') ?? '';
    const key = isEncoded ? decoded(written) : written;
    const size = textIn(entry, 'Size');
    if (key === null || key === '' || size === null || !/^\d{1,15}$/.test(size)) continue;
    const modifiedAtMs = Date.parse(textIn(entry, 'LastModified') ?? '');
    objects.push({
      key,
      sizeBytes: Number(size),
      modifiedAtMs: Number.isNaN(modifiedAtMs) ? 0 : modifiedAtMs,
      etag: textIn(entry, 'ETag') ?? '',
    });
  }
  const isCut = textIn(xml, 'IsTruncated') === 'true';
  const next = isCut ? textIn(xml, 'NextContinuationToken') : null;
  // Cut, and no way on: what is missing must not count as gone.
  return isCut && (next === null || next === '') ? null : { objects, next };
};
