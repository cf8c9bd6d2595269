import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { contractValues } from './build/contract-values.ts'
import { installable } from './build/installable.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { mapData } from './build/map-data.ts'
import { shellList } from './build/shell-list.ts'
import { themeCss } from './build/theme-css.ts'

/** Sheets and number fields, and the libraries they stand on: many screens have one, the first shows none. */
const ofSheets =
  /\/(Modal\w*|Drawer\w*|Overlay|ScrollArea|FocusTrap|use-focus-\w+|Portal)\/|\/(react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|tslib)/
const ofNumbers = /\/NumberInput\/|\/react-number-format\//

/** The code step is the sign-in's and the deletion's: two files would cost the first screen half a kilobyte. */
const ofSignIn =
  /\/app\/sign-in\/(sign-in-form|phone-step|code-step|code-field|resend-code|challenge|use-code-from-text)\.tsx?$/

/**
 * What every page needs is one file, what five screens and more share another: forty small ones cost a phone more than
 * the few bytes of them that a screen does not use. What is large and comes with a tap stays out of both.
 */
const groups = [
  { name: 'base', tags: ['$initial' as const], test: (id: string) => !id.includes('/web/sw/'), priority: 2 },
  {
    name: 'common',
    minShareCount: 5,
    test: (id: string) => !ofSheets.test(id) && !ofNumbers.test(id),
    priority: 1,
  },
  { name: 'sign-in-form', test: ofSignIn },
  { name: 'numbers', test: ofNumbers },
  { name: 'sheets', test: ofSheets },
]

/** One build for the customer's and the carrier's area: `npm run build` (`scripts/build-web.ts`). */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
  plugins: [
    react(),
    contractValues(),
    themeCss(),
    mapData(),
    installable(),
    mantineStyles(),
    shellList(),
    compressed(),
  ],
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name].[hash].js' } } },
  build: {
    target: 'es2022',
    // Inlined files would be `data:` URLs, which the policy of the pages refuses but for pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Which file needs which: `server/http/pages/web-app.ts` and the tests read it.
    manifest: 'files.json',
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      // On a busy machine everything takes long, and that is no fault to be told of.
      checks: { pluginTimings: false },
      input: {
        index: path.join(import.meta.dirname, 'index.html'),
        sw: path.join(import.meta.dirname, 'sw/sw.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name].[hash].js'),
        chunkFileNames: 'assets/[name].[hash].js',
        assetFileNames: 'assets/[name].[hash][extname]',
        codeSplitting: { groups },
      },
    },
  },
})
