import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/vocabulary.ts'
import { texts } from '../../../texts/index.ts'
import { strictPolicy } from '../answer-page.ts'
import { builtHere } from '../web-app.ts'
import { mountHashedFiles, readBuiltFiles } from '../web-app-files.ts'

/** The interactive tools of the documentation. A page shows one in `<div data-tool="console"></div>`. */
export const docsTools = ['console', 'price', 'sms', 'try'] as const
export type DocsTool = (typeof docsTools)[number]

/** Writes the elements for the head of a page that has a search and these tools. */
export type ToolsHead = (tools: readonly DocsTool[], language: Language) => string

/**
 * Serves the scripts and styles of the search and the tools under /docs/tools/assets.
 *
 * @returns null when the web app is not built; a page then has an error message.
 */
export function mountDocsTools(
  app: FastifyInstance,
  { webDist = builtHere }: { webDist?: string | undefined },
): ToolsHead | null {
  const folder = path.join(webDist, 'docs')
  if (!existsSync(path.join(folder, 'files.json'))) return null
  mountHashedFiles(app, { root: path.join(folder, 'assets'), prefix: '/docs/tools/assets/' })
  const builtFiles = readBuiltFiles(folder)
  return (tools, language) => {
    const scripts = [search, ...new Set(tools.map(startOf))]
    const files = builtFiles([...scripts, ...tools.flatMap((tool) => sourcesOf(tool, language))])
    const urls = scripts.flatMap((script) => builtFiles([script]).slice(0, 1)).map(({ file }) => urlOf(file))
    const preloads = files.map(({ file }) => urlOf(file)).filter((url) => !urls.includes(url))
    const styles = new Set(files.flatMap((file) => file.css ?? []).map(urlOf))
    return [
      ...urls.map((url) => `<script type="module" src="${url}"></script>`),
      ...preloads.map((url) => `<link rel="modulepreload" href="${url}">`),
      ...[...styles].map((url) => `<link rel="stylesheet" href="${url}">`),
    ].join('\n')
  }
}

const search = 'src/docs-search/main.ts'
/** The forms of the reference avoid React, which would be most of that page. */
const startOf = (tool: DocsTool): string => (tool === 'try' ? 'src/docs-try/main.ts' : 'src/docs/main.tsx')

const sourcesOf = (tool: DocsTool, language: Language): string[] => [
  ...(tool === 'try' ? [] : [`src/docs/${tool}/index.tsx`]),
  `src/texts/docs/${language}.ts`,
  ...(tool === 'console' ? [`src/texts/docs-console/${language}.ts`] : []),
]

const urlOf = (file: string): string => `/docs/tools/${file}`

/** The placeholder of a tool in a page; its script fills it. */
export function toolPlace(tool: DocsTool, { language, isBuilt }: { language: Language; isBuilt: boolean }) {
  const { toolNeedsScripts, toolNotBuilt } = texts[language].docs
  if (!isBuilt) return `<p>${toolNotBuilt}</p>`
  return `<div class="tool" data-tool="${tool}"><noscript><p>${toolNeedsScripts}</p></noscript></div>`
}

/** The search reads its index, and the tools send API requests, on this server. */
export const docsPolicy = `${strictPolicy}; connect-src 'self'`
