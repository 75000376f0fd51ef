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

/** Takes tokens out of anything that looks like an address. */
const redact = (text: string): string =>
  text
    .replace(/((?:auth_token|token|sk|api_sig|password|apikey)=)[^&\s"']+/gi, '$1[redacted]')
    // Of apps: password, salted token and salt.
    .replace(/([?&][pts]=)[^&\s"']+/g, '$1[redacted]');

const escapeControls = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const printable = (value: unknown): string => {
  if (value instanceof Error) {
    const cause = value.cause === undefined ? '' : ` caused by ${printable(value.cause)}`;
    return `${value.stack ?? value.message}${cause}`;
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
};

/**
 * A log that writes readable lines: time, level, message, `key=value` fields.
 * @param write takes one whole line without its newline
 */
export const createLog = (options: {
  level: LogLevel;
  write: (line: string) => void;
  nowMs?: () => number;
}): Log => {
  const threshold = logLevels.indexOf(options.level);
  const nowMs = options.nowMs ?? Date.now;
  const lineAt =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}): void => {
      if (logLevels.indexOf(level) < threshold) return;
      const tail = Object.entries(fields).map(([key, value]) => ` ${key}=${printable(value)}`);
      const time = new Date(nowMs()).toISOString();
      options.write(escapeControls(redact(`${time} ${level.toUpperCase()} ${message}${tail.join('')}`)));
    };
  return { debug: lineAt('debug'), info: lineAt('info'), warn: lineAt('warn'), error: lineAt('error') };
};

/** A log that drops everything. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
