import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from './contract-routes.ts';
import { chunkOfFirstScreen } from './first-screen.ts';

const apiOfDevelopment = process.env['TONEARM_DEV_API'] ?? 'http://127.0.0.1:5050';

// `base: './'` keeps every address relative, so that the client also works below a sub-path.
export default defineConfig({
  base: './',
  plugins: [react(), contractRoutes()],
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
            { name: 'first', tags: ['$initial'], priority: 2 },
            {
              debugName: 'shell',
              name: (id, context) => chunkOfFirstScreen(id, (of) => context.getModuleInfo(of)),
              priority: 1,
            },
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
