import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const apiOfDevelopment = process.env['TONEARM_DEV_API'] ?? 'http://127.0.0.1:5050';

// `base: './'` keeps every address relative, so that the client also works below a sub-path.
export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy of the server allows no data: scripts and no inline anything.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        // One file for all that the first screen needs: over HTTP/1.1 a browser opens six connections,
        // and a seventh file costs a whole round trip.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: apiOfDevelopment, changeOrigin: false } } },
});
