// Weighs what a browser loads, gzipped as the server sends it, against the budgets. Run after a build.
// Exits 1 when anything is too heavy. `--json` prints the figures for the bench.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);
// The shell holds all that a first screen shows but its own screen, see docs/decisions/0034.
const budgetsKilobytes = { signIn: 65, shell: 110, css: 10, lazyPart: 25 };

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const weights = new Map();

/** Kilobytes (1,000 bytes) of a built file after gzip. */
function weightOf(file) {
  if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(new URL(file, dist))).length / 1000);
  return weights.get(file);
}

/** Keys of the manifest that come with some others: themselves and what they import statically. */
function closureOf(keys, found = new Set()) {
  for (const key of keys) {
    if (found.has(key)) continue;
    found.add(key);
    closureOf(manifest[key].imports ?? [], found);
  }
  return found;
}

const sumOf = (files) => [...new Set(files)].reduce((sum, file) => sum + weightOf(file), 0);
const scriptsOf = (keys) => [...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
const stylesOf = (keys) => [...keys].flatMap((key) => manifest[key].css ?? []);

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const keyOf = (name) =>
  Object.keys(manifest).find((key) => manifest[key].name === name && manifest[key].file.endsWith('.js'));
const shellKey = keyOf('shell');
if (entry === undefined || shellKey === undefined) {
  console.error('The manifest of the build has no entry or no shell: nothing could be weighed.');
  process.exit(1);
}

const firstLoad = closureOf([entry]);
const shell = closureOf([entry, shellKey]);
const soonKey = Object.keys(manifest).find((key) => manifest[key].name === 'after-first-screen');
const soon = closureOf(soonKey === undefined ? [] : [soonKey], new Set(shell));
const figures = [
  ['sign-in JS', sumOf([...scriptsOf(firstLoad), 'first-paint.js']), budgetsKilobytes.signIn],
  ['shell JS', sumOf([...scriptsOf(shell), 'first-paint.js']), budgetsKilobytes.shell],
  ['first-load CSS', sumOf(stylesOf(shell)), budgetsKilobytes.css],
];
/**
 * What one more part adds where it is shown: the shell is there, the part in which it is shown, and what every tab gets
 * as soon as its first screen is there.
 */
function weightAdded(key) {
  const wholes = Object.keys(manifest).filter((whole) => manifest[whole].dynamicImports?.includes(key));
  const added = wholes.map((whole) => {
    const there = closureOf([whole], new Set(soon.has(key) ? shell : soon));
    return sumOf(scriptsOf([...closureOf([key])].filter((part) => !there.has(part))));
  });
  return Math.max(...added);
}
for (const key of new Set(Object.values(manifest).flatMap((chunk) => chunk.dynamicImports ?? []))) {
  if (key === shellKey) continue;
  figures.push([`lazy ${manifest[key].name ?? key}`, weightAdded(key), budgetsKilobytes.lazyPart]);
}

const tooHeavy = figures.filter(([, kilobytes, budget]) => kilobytes > budget);
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(figures.map(([name, kilobytes, budget]) => ({ name, kilobytes, budget }))));
} else {
  for (const [name, kilobytes, budget] of figures) {
    const mark = kilobytes > budget ? '  TOO HEAVY' : '';
    console.log(`${name.padEnd(32)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget}${mark}`);
  }
}
process.exit(tooHeavy.length > 0 ? 1 : 0);
