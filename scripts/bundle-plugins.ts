import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Packages with binaries or workers, that read files beside themselves, or that are loaded only when chosen. `smpp`
 * also assigns a variable that it does not declare, which throws in the strict mode of a bundle.
 */
export const notBundled = ['sharp', '@redis/client', '@aws-sdk/client-s3', 'smpp', 'stripe']

/** Files that a module reads beside itself stay where they are, so its folder must not become that of the bundle. */
export const keepOwnFolders = (dist: string): Plugin => ({
  name: 'own-folders',
  enforce: 'pre',
  transform(code, file) {
    if (file.includes('node_modules') || file.endsWith(builtPlaces) || !code.includes('import.meta.dirname'))
      return undefined
    const folder = JSON.stringify(path.relative(dist, path.dirname(file)))
    const joined = code.replaceAll('import.meta.dirname', `joinPaths(import.meta.dirname, ${folder})`)
    return `import { join as joinPaths } from 'node:path'; ${joined}`
  },
})

/** The bundle reads the place data from the file that is written with it. */
export const readBuiltPlaces: Plugin = {
  name: 'built-places',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.endsWith('/load-places.ts')) return null
    return this.resolve(source.replace('/load-places.ts', builtPlaces), importer, { skipSelf: true })
  },
}

const builtPlaces = '/load-built-places.ts'

/**
 * An `import` of `node:http` reads all its exports, and `WebSocket` is one that loads Node's own undici, which we do
 * not use: 25 ms of every start. `getBuiltinModule` reads only what is used.
 */
export const leanHttp: Plugin = {
  name: 'lean-http',
  enforce: 'pre',
  resolveId: (source) => (source === 'node:http' || source === 'http' ? virtualHttp : null),
  load: (id) => (id === virtualHttp ? `module.exports = process.getBuiltinModule('node:http')` : null),
}

const virtualHttp = '\0lean-http.cjs'
