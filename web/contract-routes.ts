import { readdirSync, readFileSync } from 'node:fs';
import { endpoints } from '@tonearm/contract';
import type { Plugin } from 'vite';
import { songFieldsModule, songNamesModule } from './song-fields-module.ts';

/** What the folder of calls and those within it say: the client makes no call that is not named there. */
const callsText = (): string => {
  const folder = new URL('./src/api/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  return files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('');
};

/** Only the calls that the client makes: those of other versions would be carried for nothing. */
const routesModule = (): string => {
  const calls = callsText();
  const routes = Object.entries(endpoints)
    .filter(([name]) => calls.includes(`'${name}'`))
    .map(([name, { method, path }]) => [name, `${method} ${path}`]);
  return `export const routes = ${JSON.stringify(Object.fromEntries(routes))};`;
};

const modules: Readonly<Record<string, () => string>> = {
  '\0virtual:contract-routes': routesModule,
  '\0virtual:song-fields': songFieldsModule,
  '\0virtual:song-names': songNamesModule,
};

/**
 * Gives the web client what it needs of the contract's tables as modules of plain text, made while building:
 * verb and path of every call, and the fields of a song. Schemas and names of tags stay out of the browser, and
 * a call or a field is declared in one place.
 */
export const contractRoutes = (): Plugin => ({
  name: 'contract-routes',
  resolveId: (id) => (modules[`\0${id}`] === undefined ? undefined : `\0${id}`),
  load: (id) => modules[id]?.(),
});
