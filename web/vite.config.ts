import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from './contract-routes.ts';
import { firstScreenParts, partOfFirstScreen } from './first-screen.ts';
import { shortIconKeys } from './short-icon-keys.ts';

/** What the bundler tells of modules when it asks where they belong. */
interface ChunkingContext {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** Tells files of one class name apart in few letters: each is in what a first screen loads. */
const shortNameOf = (file: string): string =>
  createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4);

const apiOfDevelopment = process.env['TONEARM_DEV_API'] ?? 'http://127.0.0.1:5050';

// `base: './'` keeps every address relative, so that the client also works below a sub-path.
export default defineConfig({
  base: './',
  plugins: [react(), contractRoutes(), shortIconKeys()],
  css: { modules: { generateScopedName: (name, file) => `${name}_${shortNameOf(file)}` } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy of the server allows no data: scripts and no inline anything.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
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
              test: /lucide-react|[\\/]src[\\/](api[\\/]music|texts[\\/](en[\\/])?lists)\.ts/,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: apiOfDevelopment, changeOrigin: false } } },
});
