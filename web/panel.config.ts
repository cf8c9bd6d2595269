import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { contractValues } from './build/contract-values.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { mapData } from './build/map-data.ts'
import { themeCss } from './build/theme-css.ts'

/** The entries stay apart: a chunk with both would start both panels. */
const isOfBoth = (id: string): boolean => !/\/web\/(src\/)?(admin|partner|sw)(\/|\.html)/.test(id)

/**
 * The build of the operator's panel and of the partner's own pages, separate from that of the app: one build would share
 * chunks between all of them, and so the customer's phone would download and store parts of the panels.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/panel/',
  publicDir: false,
  plugins: [react(), contractValues(['access']), themeCss(), mapData(), mantineStyles(), compressed()],
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name].[hash].js' } } },
  build: {
    target: 'es2022',
    // The page's Content Security Policy refuses `data:` URLs, except for pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'files.json',
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      // A slow plugin on a busy machine is not worth a warning.
      checks: { pluginTimings: false },
      input: {
        admin: path.join(import.meta.dirname, 'admin.html'),
        partner: path.join(import.meta.dirname, 'partner.html'),
        sw: path.join(import.meta.dirname, 'sw/panel.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name].[hash].js'),
        chunkFileNames: 'assets/[name].[hash].js',
        assetFileNames: 'assets/[name].[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial' as const], test: isOfBoth, priority: 1 },
            { name: 'common', minShareCount: 3 },
          ],
        },
      },
    },
  },
})
