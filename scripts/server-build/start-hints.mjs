// Which functions of the server run in a start, and how Node.js is told to compile them where it keeps the server: a
// function in parentheses is compiled with what stands around it, and no longer when it is first called.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseAst } from 'rolldown/parseAst';

/** How long a start may take here, in milliseconds. */
const patienceMs = 60_000;

const answerOnce = async (child) => {
  const gaveUp = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  child.once('exit', () => clearTimeout(gaveUp));
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^Tonearm is ready: (\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    await (await fetch(new URL('api/version', address))).arrayBuffer();
    return;
  }
};

/** Nothing that is meant for the server that is built: it must meet no database and no folder of anybody. */
const environment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('TONEARM_')),
  );

/** Starts a server on an empty folder and again on what it made, each until its first answer. */
const startTwice = async ({ main, flags, folder }) => {
  const argv = ['--host', '127.0.0.1', '--port', '0', '--data', join(folder, 'data'), '--ffmpeg', 'no'];
  for (let time = 0; time < 2; time += 1) {
    const child = spawn(process.execPath, [...flags, main, ...argv], {
      env: { ...environment(), NODE_V8_COVERAGE: join(folder, 'coverage') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      await answerOnce(child);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
    if (child.exitCode !== 0) throw new Error(`a start ended with ${child.exitCode}`);
  }
};

/** Where functions that ran begin, by where they end. */
const ranIn = (folder, fileName) => {
  const ran = new Map();
  for (const file of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const functions = result
      .filter(({ url }) => url.endsWith(`/${fileName}`))
      .flatMap((script) => script.functions);
    for (const { ranges } of functions) {
      const [{ startOffset, endOffset, count }] = ranges;
      if (count > 0) ran.set(endOffset, [...(ran.get(endOffset) ?? []), startOffset]);
    }
  }
  return ran;
};

/**
 * Functions of a file that run while a server starts and answers.
 * @param {{main: string, fileName: string, flags: readonly string[]}} options what is started, and the file of it
 * @returns {Promise<Map<number, number[]>>} where they begin, by where they end
 */
export const functionsOfAStart = async ({ main, fileName, flags }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-build-'));
  try {
    await startTwice({ main, flags, folder });
    return ranIn(join(folder, 'coverage'), fileName);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const expressions = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

/** A method is written like one, and is none. */
const isMethod = (parent) =>
  parent.type === 'MethodDefinition' ||
  (parent.type === 'Property' && (parent.method || parent.kind !== 'init'));

function* nodesBelow(node, parent = null) {
  yield { node, parent };
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') yield* nodesBelow(child, node);
    }
  }
}

/**
 * Puts functions in parentheses, which means nothing else.
 * @param {string} code
 * @param {Map<number, number[]>} ran see {@link functionsOfAStart}
 */
export const inParentheses = (code, ran) => {
  const signs = [];
  for (const { node, parent } of nodesBelow(parseAst(code, { lang: 'js' }))) {
    if (!expressions.has(node.type) || isMethod(parent)) continue;
    const isRun = ran.get(node.end)?.some((start) => start >= node.start && start <= node.body.start);
    if (isRun) signs.push([node.start, '('], [node.end, ')']);
  }
  let text = '';
  let at = 0;
  for (const [place, sign] of signs.toSorted(([one], [other]) => one - other)) {
    text += code.slice(at, place) + sign;
    at = place;
  }
  return text + code.slice(at);
};
