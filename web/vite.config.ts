import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'
import { contractValues } from './build/contract-values.ts'
import { firstScreen } from './build/first-screen.ts'
import { installable } from './build/installable.ts'
import { languageParts } from './build/language-parts.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { mapData } from './build/map-data.ts'
import { shellList } from './build/shell-list.ts'
import { themeCss } from './build/theme-css.ts'

/** Sheets and number fields, with their libraries: many screens use them, but not the first screen. */
const ofSheets =
  /\/(Modal\w*|Drawer\w*|Overlay|ScrollArea|FocusTrap|use-focus-\w+|Portal)\/|\/(react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|tslib)/
const ofNumbers = /\/NumberInput\/|\/react-number-format\//

/** What the first screen of a draft imports itself; the modules that these need come with them, without the router. */
const ofFirstScreen =
  /\/src\/((customer\/draft\/way-in|kit\/frame|kit\/states)\.tsx|customer\/draft\/preload-review\.ts|(shared\/app|customer\/customer)\.css)$/

/**
 * One chunk for the code of every page, one for the rest of a draft's first screen, another for code that five or more
 * screens share: forty small files cost a phone more than a few unused bytes. Large code that is needed only after a tap
 * is in none of them.
 */
const groups = [
  { name: 'base', tags: ['$initial' as const], test: (id: string) => !id.includes('/web/sw/'), priority: 3 },
  { name: 'first', test: ofFirstScreen, priority: 2 },
  {
    name: 'common',
    minShareCount: 5,
    test: (id: string) => !ofSheets.test(id) && !ofNumbers.test(id),
    priority: 1,
  },
  { name: 'routing', test: /\/@tanstack\/(react-router|router-core|history)\// },
  { name: 'numbers', test: ofNumbers },
  { name: 'sheets', test: ofSheets },
]

/** One build for both areas, customer and carrier: `npm run build` (`scripts/build-web.ts`). */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
  plugins: [
    languageParts(),
    react(),
    // `kit/api.ts` reads who may call.
    contractValues(['access']),
    themeCss(),
    mapData(),
    installable(),
    firstScreen(),
    mantineStyles(),
    shellList(),
    compressed(),
  ],
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name].[hash].js' } } },
  build: {
    target: 'es2022',
    // The pages' Content Security Policy refuses `data:` URLs, except for pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The imports of each file; `server/http/pages/web-app.ts` and the tests read it.
    manifest: 'files.json',
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      // A slow plugin on a busy machine is not worth a warning.
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
