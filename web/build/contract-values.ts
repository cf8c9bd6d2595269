import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, ViteDevServer } from 'vite'

const contract = path.join(import.meta.dirname, '../../contract')

/**
 * Replaces each file of the contract by the plain values that it exports, without members that only the reference
 * needs, so the browser downloads neither TypeBox nor the response schemas. Functions are left out: a screen that
 * imports a function of the contract fails the build.
 *
 * @param kept members to keep that only a panel reads.
 */
export function contractValues(kept: string[] = []): Plugin {
  let development: ViteDevServer | null = null
  return {
    name: 'contract-values',
    configureServer(server) {
      development = server
    },
    async load(id) {
      // The development server loads the files unchanged in another environment, to run them again after a change.
      if (!isOfContract(id) || this.environment.name === 'ssr') return null
      this.addWatchFile(id)
      const exported = await (development ? development.ssrLoadModule(id) : import(pathToFileURL(id).href))
      // The development server serves the app and the panels with one configuration.
      const unread = development ? [] : notForBrowsers.filter((name) => !kept.includes(name))
      const lines = Object.entries(exported)
        .filter(([, value]) => typeof value !== 'function')
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(forBrowser(value, unread))}`)
      return { code: lines.join('\n'), moduleType: 'js' }
    },
    hotUpdate({ file, server: { environments } }) {
      if (!isOfContract(file) || this.environment.name !== 'client') return undefined
      // The plain values do not import each other, so a change of one file may concern any of them.
      environments.client.moduleGraph.invalidateAll()
      environments.ssr.moduleGraph.invalidateAll()
      this.environment.hot.send({ type: 'full-reload' })
      return []
    },
  }
}

const isOfContract = (file: string): boolean => file.startsWith(`${contract}${path.sep}`)

const notForBrowsers = ['summary', 'access', 'stepUp', 'answers', 'example', 'requestHeaders', '$id']

function forBrowser(value: unknown, unread: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => forBrowser(each, unread))
  if (typeof value !== 'object' || value === null) return value
  // Only the server validates these fields; their patterns are long.
  if ('x-check' in value) return {}
  const isOperation = 'operationId' in value
  const kept = Object.entries(value).filter(
    ([name, member]) =>
      !(isOperation && unread.includes(name)) && !(name === 'description' && typeof member === 'string'),
  )
  return Object.fromEntries(kept.map(([name, member]) => [name, forBrowser(member, unread)]))
}
