import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { createLog, type KeptLine } from './log.ts';
import { createLogRing } from './log-ring.ts';

const secret = 'canary-4fK2mQ9xT7';
const nowMs = () => Date.UTC(2026, 0, 2);

const written = (format: 'text' | 'json', message: string, fields: Record<string, unknown> = {}) => {
  const lines: string[] = [];
  createLog({ level: 'debug', write: (line) => lines.push(line), format, nowMs }).info(message, fields);
  return lines.join('\n');
};

describe('a line of the log', () => {
  it('is one line for people, or one JSON object', () => {
    expect(written('text', 'a song', { path: 'a\nb' })).toBe(
      '2026-01-02T00:00:00.000Z INFO a song path=a\\u000ab',
    );
    expect(JSON.parse(written('json', 'a song', { path: 'a\nb\u2028' }))).toEqual({
      time: '2026-01-02T00:00:00.000Z',
      level: 'info',
      message: 'a song',
      path: 'a\nb\u2028',
    });
  });

  it.each([
    [`GET /api/audio/x?auth_token=${secret}&y=1`, {}],
    [`sent Authorization: Bearer ${secret}`, {}],
    [`sent Authorization: Token ${secret}`, {}],
    ['failed', { body: { password: secret, deep: { auth_token: secret } } }],
    ['failed', { password: secret }],
    ['failed', { session_token: secret }],
    [
      'failed',
      {
        error: new Error(`GET https://example.org/?sk=${secret}`, { cause: new Error(`password=${secret}`) }),
      },
    ],
  ])('holds no secret: %s %j', (message, fields) => {
    for (const format of ['text', 'json'] as const) {
      const line = written(format, message, fields);
      expect(line).not.toContain(secret);
      expect(line).toContain('[redacted]');
    }
  });

  it('says in a sentence what is away, without where in the code that was seen', () => {
    const away = new AppError('unavailable', 'The database does not answer.', { cause: new Error('cut') });
    expect(written('text', 'not told', { error: away })).toBe(
      '2026-01-02T00:00:00.000Z INFO not told error=The database does not answer. (cut)',
    );
    expect(written('text', 'not told', { error: new Error('a bug') })).toContain('log.test.ts');
  });

  it('or else a secret would be seen', () => {
    expect(written('text', 'failed', { note: secret })).toContain(secret);
  });
});

describe('the latest lines', () => {
  it('are so many and no more, the newest last, and none is endless', () => {
    const ring = createLogRing(3);
    const say = (text: string): void => ring.keep({ atMs: 0, level: 'info', text });
    const texts = () => ring.lines().map((line: KeptLine) => line.text);
    say('a');
    say('b');
    expect(texts()).toEqual(['a', 'b']);
    for (const text of ['c', 'd', 'e'.repeat(9000)]) say(text);
    expect(texts().map((text) => text.slice(0, 1))).toEqual(['c', 'd', 'e']);
    expect(texts().at(-1)?.length).toBeLessThan(4100);
  });
});
