import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { contractValues } from './build/contract-values.ts'

/**
 * The build of the search and the tools in the documentation: small programs inside pages that the server writes. They have no component
 * library and no router, so that a page of the guide stays light.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/docs/tools/',
  publicDir: false,
  plugins: [react(), contractValues(), compressed()],
  build: {
    target: 'es2022',
    // The pages' Content Security Policy refuses `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'files.json',
    rolldownOptions: {
      // A slow plugin on a busy machine is not worth a warning.
      checks: { pluginTimings: false },
      input: {
        docs: path.join(import.meta.dirname, 'src/docs/main.tsx'),
        try: path.join(import.meta.dirname, 'src/docs-try/main.ts'),
        search: path.join(import.meta.dirname, 'src/docs-search/main.ts'),
      },
      output: {
        entryFileNames: 'assets/[name].[hash].js',
        chunkFileNames: 'assets/[name].[hash].js',
        assetFileNames: 'assets/[name].[hash][extname]',
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }],
        },
      },
    },
  },
})
