/** What an answer is compared by. */
export interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch; only its whole seconds go over the wire. Null when no date is told. */
  readonly lastModifiedMs: number | null;
}

/** The conditional headers of a request, as Node gives them. */
export interface ConditionalHeaders {
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
  readonly 'if-unmodified-since'?: string | undefined;
  readonly 'if-range'?: string | string[] | undefined;
}

const entityTag = /(W\/)?("[\u0021\u0023-\u007e\u0080-\u00ff]*")/y;

/**
 * Reads a list of entity tags.
 * @returns null when the text is not such a list
 */
const parseTags = (text: string): { isWeak: boolean; tag: string }[] | null => {
  const tags = [];
  const rest = /[ \t,]*/y;
  for (let at = 0; at < text.length; ) {
    rest.lastIndex = at;
    rest.exec(text);
    at = rest.lastIndex;
    if (at >= text.length) break;
    entityTag.lastIndex = at;
    const match = entityTag.exec(text);
    if (match === null) return null;
    tags.push({ isWeak: match[1] !== undefined, tag: match[2] ?? '' });
    at = entityTag.lastIndex;
  }
  return tags;
};

const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = '\\d\\d:\\d\\d:\\d\\d';
const currentDate = new RegExp(`^${day}, \\d\\d ${month} \\d{4} ${time} GMT$`);
const oldDate = new RegExp(
  `^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d\\d-${month}-\\d\\d ${time} GMT$`,
);
const cDate = new RegExp(`^${day} ${month} [ \\d]\\d ${time} \\d{4}$`);

/**
 * Reads a date of HTTP in any of its three shapes.
 * @returns milliseconds since the epoch, or null for anything else
 * @see RFC 9110 §5.6.7
 */
export const parseHttpDate = (text: string): number | null => {
  const isKnown = currentDate.test(text) || oldDate.test(text) || cDate.test(text);
  if (!isKnown) return null;
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? null : ms;
};

const wholeSecondsMs = (ms: number | null): number | null =>
  ms === null ? null : Math.floor(ms / 1000) * 1000;

const matchesAny = (header: string, etag: string, isWeakEnough: boolean): boolean => {
  if (header.trim() === '*') return true;
  return parseTags(header)?.some(({ isWeak, tag }) => tag === etag && (isWeakEnough || !isWeak)) ?? false;
};

/**
 * Judges the conditions of a GET or HEAD for something that exists, in the order of RFC 9110 §13.2.2.
 * Headers that cannot be read are passed over, but for If-Match, which then fails: its sender must not get
 * what it did not mean.
 * @returns what to answer: the thing itself, 304 or 412
 */
export const judgeConditions = (
  headers: ConditionalHeaders,
  validators: Validators,
): 'proceed' | 'not-modified' | 'failed' => {
  const modifiedMs = wholeSecondsMs(validators.lastModifiedMs);
  if (headers['if-match'] !== undefined) {
    if (!matchesAny(headers['if-match'], validators.etag, false)) return 'failed';
  } else if (headers['if-unmodified-since'] !== undefined) {
    const sinceMs = parseHttpDate(headers['if-unmodified-since']);
    if (sinceMs !== null && modifiedMs !== null && modifiedMs > sinceMs) return 'failed';
  }
  if (headers['if-none-match'] !== undefined) {
    return matchesAny(headers['if-none-match'], validators.etag, true) ? 'not-modified' : 'proceed';
  }
  if (headers['if-modified-since'] !== undefined) {
    const sinceMs = parseHttpDate(headers['if-modified-since']);
    if (sinceMs !== null && modifiedMs !== null && modifiedMs <= sinceMs) return 'not-modified';
  }
  return 'proceed';
};

/** A file changed this recently could change again within the same second, unseen by its date. */
const settledAfterMs = 1000;

/**
 * Whether a Range may be answered in part: If-Range is absent, or names exactly what we have. A date only
 * counts when it is a strong validator.
 * @param nowMs milliseconds since the epoch
 * @see RFC 9110 §13.1.5
 */
export const isRangeWanted = (
  headers: ConditionalHeaders,
  current: Validators & { readonly nowMs: number },
): boolean => {
  const given = headers['if-range'];
  if (given === undefined) return true;
  const text = (Array.isArray(given) ? (given[0] ?? '') : given).trim();
  if (text.endsWith('"')) return text === current.etag;
  const modifiedMs = wholeSecondsMs(current.lastModifiedMs);
  if (modifiedMs === null) return false;
  return parseHttpDate(text) === modifiedMs && modifiedMs + settledAfterMs < current.nowMs;
};
