import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Tells the service worker which files are the app: all but what only a map needs, which is kept once it was used.
 * A changed list is a changed worker, and that is how a browser learns of a new version.
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
