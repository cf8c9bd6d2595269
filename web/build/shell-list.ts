import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Writes the list of the app's files into the service worker: all but MapLibre, which is cached after its first use.
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
