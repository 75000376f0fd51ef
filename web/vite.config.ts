import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from './contract-routes.ts';

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
        // seventh file costs a whole round trip. `first` is enough to sign in; who is signed in loads the
        // other four at once, and a screen of their own besides.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 4 },
            { name: 'shell', test: /src[\\/]app[\\/]shell[\\/]shell\.tsx$/, priority: 3 },
            { name: 'kit', test: /src[\\/](ui|lib|api)[\\/]|lucide/, minShareCount: 2, priority: 2 },
            { name: 'lists', test: /src[\\/]collection[\\/]item-list[\\/]/, priority: 1 },
            {
              name: 'side',
              test: /src[\\/]player[\\/]ui[\\/](queue[\\/]queue-pane|player-bar|now-playing-mini)\.tsx$/,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: apiOfDevelopment, changeOrigin: false } } },
});
