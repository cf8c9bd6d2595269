import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { countriesOfEurope } from './map-countries.ts'
import { townsOfEurope } from './map-towns.ts'

const require = createRequire(import.meta.url)

const sources: Record<string, () => Promise<object>> = {
  'virtual:map-countries': async () =>
    countriesOfEurope(JSON.parse(await readFile(require.resolve('world-atlas/countries-50m.json'), 'utf8'))),
  'virtual:map-towns': async () => townsOfEurope(),
}

/** Vite's development server emits no files; it serves the data at this URL. */
const developmentUrl = '/app/@map-data'

/**
 * Data of the built-in map: countries from Natural Earth and towns from GeoNames, clipped to Europe. Importing
 * `virtual:map-countries` gives the URL of a file, which is downloaded only when a map is opened.
 */
export function mapData(): Plugin {
  let isDevelopment = false
  return {
    name: 'map-data',
    configResolved({ command }) {
      isDevelopment = command === 'serve'
    },
    configureServer({ middlewares }) {
      middlewares.use(developmentUrl, (request, response, next) => {
        const source = sources[(request.url ?? '').slice(1)]
        if (!source) return next()
        response.setHeader('content-type', 'application/json')
        source().then((data) => response.end(JSON.stringify(data)), next)
      })
    },
    resolveId: (id) => (id in sources ? `\0${id}` : null),
    async load(id) {
      const name = id.slice(1)
      const source = id.startsWith('\0') ? sources[name] : undefined
      if (!source) return null
      if (isDevelopment) return `export default '${developmentUrl}/${name}'`
      const file = `${name.replace('virtual:', '')}.json`
      const reference = this.emitFile({ type: 'asset', name: file, source: JSON.stringify(await source()) })
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`
    },
  }
}
