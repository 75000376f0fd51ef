import { endpoints } from '@tonearm/contract';
import type { Plugin } from 'vite';

const moduleName = 'virtual:contract-routes';
const resolvedName = `\0${moduleName}`;

/**
 * Gives the web client verb and path of every call as a module of plain text, taken from the contract while
 * building: its schemas stay out of the browser, and a call is declared in one place.
 */
export const contractRoutes = (): Plugin => ({
  name: 'contract-routes',
  resolveId: (id) => (id === moduleName ? resolvedName : undefined),
  load(id) {
    if (id !== resolvedName) return undefined;
    const routes = Object.entries(endpoints).map(([name, { method, path }]) => [name, `${method} ${path}`]);
    return `export const routes = ${JSON.stringify(Object.fromEntries(routes))};`;
  },
});
