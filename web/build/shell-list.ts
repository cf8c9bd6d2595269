import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/**
 * Writes the list of the app's files into the service worker: all but MapLibre and the files of the further languages,
 * which are cached after their first use: a phone needs one language of them, if any.
 * A changed list changes the worker, by which the browser detects a new version.
 */
export function shellList(): Plugin {
  return {
    name: 'shell-list',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle)
          .filter((file) => /^assets\/.*\.(js|css)$/.test(file) && !file.startsWith('assets/maplibre'))
          .filter((file) => !isWholeLanguage(bundle[file]))
          .sort()
          .map((file) => `/app/${file}`)
        const worker = bundle['sw.js']
        if (worker?.type !== 'chunk') throw new Error('The build has no service worker')
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
        worker.code = worker.code
          .replace(/["'`]__SHELL_FILES__["'`]/, JSON.stringify(files))
          .replace(/__SHELL_VERSION__/, version)
      },
    },
  }
}

type Output = Rolldown.OutputBundle[string]

/** A part of a file such as `web/src/texts/pt.ts`, which has all texts of one language. */
const isWholeLanguage = (output: Output | undefined): boolean =>
  output?.type === 'chunk' && /\/src\/texts\/[a-z]{2}\.ts\?\w+$/.test(output.facadeModuleId ?? '')
