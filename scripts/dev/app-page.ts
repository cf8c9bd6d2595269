import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const web = path.join(import.meta.dirname, '../../web')

type WebPage = { html: string; script: string; folder: string }

/** The pages of the app and of the panels, as the builds name and place them. */
const pages: WebPage[] = [
  { html: 'index.html', script: 'src/main.tsx', folder: '' },
  { html: 'admin.html', script: 'src/admin/main.tsx', folder: 'panel' },
  { html: 'partner.html', script: 'src/partner/main.tsx', folder: 'panel' },
]

/** Writes the pages for the server to fill in, as the builds do, but with the sources as scripts. */
export function writeWebPages(folder: string): void {
  for (const page of pages) writePage(path.join(folder, page.folder), page)
}

function writePage(folder: string, { html, script }: WebPage): void {
  // Vite's client, the runtime of React's hot reload, and the page's own script, in this order.
  const scripts = ['@vite/client', '@id/@vitejs/plugin-react/preamble', script]
  const tags = scripts.map((each) => `<script type="module" src="/app/${each}"></script>`)
  mkdirSync(path.join(folder, 'assets'), { recursive: true })
  writeFileSync(
    path.join(folder, html),
    readFileSync(path.join(web, html), 'utf8').replace(
      `<script type="module" src="./${script}"></script>`,
      tags.join('\n'),
    ),
  )
  writeFileSync(path.join(folder, 'files.json'), '{}')
}
