import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { functionsOfAStart, inParentheses } from './server-build/start-hints.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonearm-start-hints-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** What the server does as far as a start can be told by it, in a file that is in the place of its own. */
const standIn = `
const once = () => 'ran';
const never = () => 'not';
const asked = async (way) => way;
const within = function () { return [1].map((one) => one + 1); };
class Kind { method() { return once(); } get own() { return never(); } }
const object = { short() { return within(); }, get getter() { return 1; }, arrow: (x) => ({ x }) };
exports.all = async () => [once(), await asked('b'), new Kind().method(), object.short(), object.arrow(2)];
`;

const starter = `
const http = require('node:http');
const { all } = require('./server.cjs');
const server = http.createServer((request, answer) => all().then((text) => answer.end(JSON.stringify(text))));
server.listen(0, '127.0.0.1', () => console.log('Tonearm is ready: http://127.0.0.1:' + server.address().port + '/'));
process.on('SIGTERM', () => process.exit(0));
`;

/** What it does when it is run, and what it would be if nothing was left out. */
const doneBy = async (code: string): Promise<unknown> => {
  const exports: { all?: () => Promise<unknown> } = {};
  runInNewContext(code, { exports });
  return JSON.stringify(await exports.all?.());
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const starts = async (main: string) => {
  writeFileSync(join(folder, 'main.cjs'), main);
  writeFileSync(join(folder, 'server.cjs'), standIn);
  return functionsOfAStart({ main: join(folder, 'main.cjs'), fileName: 'server.cjs', flags: [] });
};

describe('what a start needs', () => {
  it('is put in parentheses, and does the same', async () => {
    const code = inParentheses(standIn, await starts(starter));
    expect(code).toContain("const once = (() => 'ran');");
    expect(code).toContain("const never = () => 'not';");
    expect(code).toContain('const asked = (async (way) => way);');
    expect(code).toContain('const within = (function () { return [1].map(((one) => one + 1)); });');
    expect(code).toContain('class Kind { method() { return once(); } get own() { return never(); } }');
    expect(code).toContain(
      'const object = { short() { return within(); }, get getter() { return 1; }, arrow: ((x) => ({ x })) };',
    );
    expect(await doneBy(code)).toBe(await doneBy(standIn));
  });

  it('is nothing where nothing ran', () => {
    expect(inParentheses(standIn, new Map())).toBe(standIn);
  });

  it('is looked for without what is meant for the server that is built', async () => {
    vi.stubEnv('TONEARM_DATABASE', 'postgres://somebody@db.example.org/tonearm');
    vi.stubEnv('NODE_OPTIONS', '--trace-uncaught');
    const told = join(folder, 'told.json');
    await starts(
      `require('node:fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.env));${starter}`,
    );
    const environment = JSON.parse(readFileSync(told, 'utf8')) as Record<string, string>;
    expect(environment['PATH']).toBe(process.env['PATH']);
    expect(Object.keys(environment).filter((name) => /^(?:TONEARM_|NODE_OPTIONS$)/.test(name))).toEqual([]);
  });

  it('leaves no server behind that does not answer as one', async () => {
    const told = join(folder, 'pid');
    await expect(
      starts(
        `require('node:fs').writeFileSync(${JSON.stringify(told)}, String(process.pid));
        console.log('Tonearm is ready: http://127.0.0.1:1/');
        require('node:net').createServer().listen(0);`,
      ),
    ).rejects.toThrow('fetch failed');
    expect(isRunning(Number(readFileSync(told, 'utf8')))).toBe(false);
  });

  it('is not known of a start that fails', async () => {
    await expect(starts("process.exitCode = 3; console.log('no');")).rejects.toThrow('a start ended with 3');
  });
});
