import { AppError } from './app-error.ts';

/** Severity, least to most. `silent` prints nothing. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Fields of a log line beside its message. */
type LogFields = Readonly<Record<string, unknown>>;

/** Writes one line per call, with control characters escaped and secrets taken out of addresses. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** What a field must not show whatever it holds. */
const secretNames = /(?:token|password|secret|authorization|cookie|api_sig|\bsk)$/i;

/** Takes tokens out of anything that looks like an address, a header or JSON. */
const redact = (text: string): string =>
  text
    .replace(/((?:auth_token|token|sk|api_sig|password|secret|apikey)=)[^&\s"']+/gi, '$1[redacted]')
    // Of apps: password, salted token and salt.
    .replace(/([?&][pts]=)[^&\s"']+/g, '$1[redacted]')
    .replace(/\b(Bearer|Basic|Token) +[\w.~+/=-]{8,}/g, '$1 [redacted]')
    .replace(/("[\w-]*(?:token|password|secret|authorization)"\s*:\s*)"[^"]*"/gi, '$1"[redacted]"');

const escapeControls = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What is away or busy is somebody else's: where in our code that was noticed tells nobody anything. */
const isAway = (error: Error): boolean => error instanceof AppError && error.code === 'unavailable';

const printable = (value: unknown): string => {
  if (value instanceof Error) {
    if (isAway(value)) {
      const why = value.cause instanceof Error ? ` (${value.cause.message})` : '';
      return `${value.message}${why}`;
    }
    const cause = value.cause === undefined ? '' : ` caused by ${printable(value.cause)}`;
    return `${value.stack ?? value.message}${cause}`;
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
};

/** How lines are written: for people, or one JSON object each. */
export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** A line as it is kept in memory: without its time and level, secrets taken out. */
export interface KeptLine {
  readonly atMs: number;
  readonly level: Exclude<LogLevel, 'silent'>;
  readonly text: string;
}

const shownFields = (fields: LogFields): [string, string][] =>
  Object.entries(fields).map(([key, value]) => [
    key,
    secretNames.test(key) ? '[redacted]' : redact(printable(value)),
  ]);

/**
 * A log that writes readable lines (time, level, message, `key=value` fields) or JSON.
 * @param options.write takes one whole line without its newline
 * @param options.keep takes each line that is written, too
 */
export const createLog = (options: {
  level: LogLevel;
  write: (line: string) => void;
  format?: LogFormat;
  keep?: (line: KeptLine) => void;
  nowMs?: () => number;
}): Log => {
  const threshold = logLevels.indexOf(options.level);
  const nowMs = options.nowMs ?? Date.now;
  const lineAt =
    (level: KeptLine['level']) =>
    (message: string, fields: LogFields = {}): void => {
      if (logLevels.indexOf(level) < threshold) return;
      const atMs = nowMs();
      const time = new Date(atMs).toISOString();
      const shown = shownFields(fields);
      const said = redact(message);
      const text = escapeControls([said, ...shown.map(([key, value]) => `${key}=${value}`)].join(' '));
      options.keep?.({ atMs, level, text });
      options.write(
        options.format === 'json'
          ? escapeControls(JSON.stringify({ time, level, message: said, ...Object.fromEntries(shown) }))
          : `${time} ${level.toUpperCase()} ${text}`,
      );
    };
  return { debug: lineAt('debug'), info: lineAt('info'), warn: lineAt('warn'), error: lineAt('error') };
};

/** A log that drops everything. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
