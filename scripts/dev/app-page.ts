import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const web = path.join(import.meta.dirname, '../../web')

/** Vite's client, the runtime of React's hot reload, and the app, in this order. */
const scripts = ['@vite/client', '@id/@vitejs/plugin-react/preamble', 'src/main.tsx']

/** Writes the page of the web app for the server to fill in, as the build does, but with the sources as scripts. */
export function writeAppPage(folder: string): void {
  const html = readFileSync(path.join(web, 'index.html'), 'utf8')
  const tags = scripts.map((script) => `<script type="module" src="/app/${script}"></script>`)
  mkdirSync(path.join(folder, 'assets'), { recursive: true })
  writeFileSync(
    path.join(folder, 'index.html'),
    html.replace('<script type="module" src="./src/main.tsx"></script>', tags.join('\n')),
  )
  writeFileSync(path.join(folder, 'files.json'), '{}')
}
