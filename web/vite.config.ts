import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { classNameWords } from './class-name-words.ts';
import { contractRoutes } from './contract-routes.ts';
import { firstScreenParts, partOfFirstScreen } from './first-screen.ts';
import { iconModules } from './icon-modules.ts';
import { sparedQueryParts } from './spared-query-parts.ts';

/** What the bundler tells of modules when it asks where they belong. */
interface ChunkingContext {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** What comes as soon as a first screen stands; named, since journeys wait for it. */
const lastOfFirstScreen = 'after-first-screen';

const apiOfDevelopment = process.env['TONEARM_DEV_API'] ?? 'http://127.0.0.1:5050';

// `base: './'` keeps every address relative, so that the client also works below a sub-path.
export default defineConfig(({ command }) => ({
  base: './',
  plugins: [react(), contractRoutes(), iconModules(), sparedQueryParts()],
  // Names of classes can be read while somebody works on them.
  css:
    command === 'build'
      ? { modules: { generateScopedName: classNameWords(join(import.meta.dirname, 'src')) } }
      : {},
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy of the server allows no data: scripts and no inline anything.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        // Names of later files are in what a first screen loads: only what is asked for by name keeps one.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          `assets/${isDynamicEntry || name === lastOfFirstScreen ? '[name]-' : ''}[hash:7].js`,
        assetFileNames: 'assets/[hash:7][extname]',
        // Few files for what a first screen needs: over HTTP/1.1 a browser opens six connections, and a
        // seventh file costs a whole round trip. `first` is enough to sign in; who is signed in loads `shell`
        // at once, and a screen of their own besides. What neither needs keeps files of its own.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 4 },
            ...firstScreenParts.map(({ name }, index) => ({
              debugName: name,
              name: (id: string, context: ChunkingContext) =>
                partOfFirstScreen(id, (of) => context.getModuleInfo(of)) === name ? name : null,
              // A group takes what its modules import along, so the earlier part goes first.
              priority: 3 - index,
            })),
            // Small things that many later parts share: one file for all of them, not one for each.
            {
              name: 'shared',
              test: /virtual:icon|ui[\\/]icon\.tsx|[\\/]src[\\/](api[\\/]music|texts[\\/](en[\\/])?lists)\.ts/,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: apiOfDevelopment, changeOrigin: false } } },
}));
