import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { contractValues } from './build/contract-values.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { mapData } from './build/map-data.ts'
import { themeCss } from './build/theme-css.ts'

/**
 * The build of the operator's panel, separate from that of the app: one build would share chunks between both, and so the
 * customer's phone would download and store parts of the panel.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
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
      input: { admin: path.join(import.meta.dirname, 'admin.html') },
      output: {
        entryFileNames: 'assets/[name].[hash].js',
        chunkFileNames: 'assets/[name].[hash].js',
        assetFileNames: 'assets/[name].[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial' as const], priority: 1 },
            { name: 'common', minShareCount: 3 },
          ],
        },
      },
    },
  },
})
