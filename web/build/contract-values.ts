import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const contract = path.join(import.meta.dirname, '../../contract')

/**
 * Replaces each file of the contract by the plain values that it exports, without members that only the reference needs,
 * so that the browser downloads neither TypeBox nor the response schemas. Functions are left out: a screen that imports
 * a function of the contract fails the build.
 */
export function contractValues(): Plugin {
  return {
    name: 'contract-values',
    async load(id) {
      if (!id.startsWith(`${contract}${path.sep}`)) return null
      this.addWatchFile(id)
      const exported = (await import(pathToFileURL(id).href)) as Record<string, unknown>
      const lines = Object.entries(exported)
        .filter(([, value]) => typeof value !== 'function')
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(forBrowser(value))}`)
      return { code: lines.join('\n'), moduleType: 'js' }
    },
  }
}

const unread = new Set(['summary', 'access', 'answers', 'example', 'requestHeaders', '$id'])

function forBrowser(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forBrowser)
  if (typeof value !== 'object' || value === null) return value
  // Only the server validates these fields; their patterns are long.
  if ('x-check' in value) return {}
  const isOperation = 'operationId' in value
  const kept = Object.entries(value).filter(
    ([name, member]) =>
      !(isOperation && unread.has(name)) && !(name === 'description' && typeof member === 'string'),
  )
  return Object.fromEntries(kept.map(([name, member]) => [name, forBrowser(member)]))
}
