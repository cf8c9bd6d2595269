import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/vocabulary.ts'
import { texts } from '../../texts/index.ts'
import { answerPage, renderPages } from './answer-page.ts'
import { escapeHtml } from './layout.ts'
import { mountAbsence } from './mount-absence.ts'
import { builtHere } from './web-app.ts'
import { mountHashedFiles, readWebAppFiles } from './web-app-files.ts'

const pageUrls = ['/admin', '/admin/*']

/**
 * GET /admin, /admin/*: the operator's panel, one page for all URLs; the browser selects the screen. Its files are under
 * /admin/assets, apart from those of the app, so that a proxy can close the whole panel to the outside by one path.
 */
export function mountAdminPage(
  app: FastifyInstance,
  { webDist = builtHere, mapStyleUrl = null }: { webDist?: string | undefined; mapStyleUrl?: string | null },
): void {
  const folder = path.join(webDist, 'admin')
  if (!existsSync(path.join(folder, 'admin.html'))) return void mountAbsence(app, pageUrls)
  const html = readFileSync(path.join(folder, 'admin.html'), 'utf8')
  const filesOf = readWebAppFiles({ folder, html: 'admin.html', base: '/admin/' })
  const pages = renderPages(
    (language) => filledIn(html, { language, files: filesOf(firstSources(language)), mapStyleUrl }),
    policyOf(mapStyleUrl),
  )
  mountHashedFiles(app, { root: path.join(folder, 'assets'), prefix: '/admin/assets/' })
  for (const url of pageUrls)
    app.get(url, (request, reply) =>
      // Requests under /admin/v1 belong to the API and must not get a page.
      request.url.startsWith('/admin/v1/')
        ? reply.callNotFound()
        : answerPage(request, reply.headers(panelHeaders), pages),
    )
}

const firstSources = (language: Language): string[] =>
  ['kit', 'admin'].map((part) => `src/texts/${part}/${language}.ts`)

type Filling = { language: Language; files: string[]; mapStyleUrl: string | null }

function filledIn(html: string, { language, files, mapStyleUrl }: Filling): string {
  const { app, admin } = texts[language].pages
  const head = [
    `<title>${admin.title}</title>`,
    '<link rel="icon" type="image/svg+xml" href="/app/icons/mark.svg">',
    ...files.map((file) => `<link rel="modulepreload" href="${file}">`),
    mapStyleUrl && `<meta name="dray-map-style" content="${escapeHtml(mapStyleUrl)}">`,
  ].filter(Boolean)
  return html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<!--head-->', head.join('\n'))
    .replace('<!--no-script-->', `<p>${app.noScript}</p>`)
}

/**
 * Everything from this origin, and the street map from that of the operator's; pictures also as `data:` and `blob:`. The
 * map draws in a worker. No frame, no form without a script.
 */
function policyOf(mapStyleUrl: string | null): string {
  const map = mapStyleUrl ? ` ${new URL(mapStyleUrl).origin}` : ''
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:${map}; ` +
    `connect-src 'self'${map}; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  )
}

const panelHeaders = {
  'x-robots-tag': 'noindex, nofollow',
  // Passkeys and copying for this origin; nothing else that asks a person for a permission.
  'permissions-policy':
    'publickey-credentials-create=(self), publickey-credentials-get=(self), clipboard-write=(self), ' +
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // A page that opened this one, or that it opens, gets no handle on it.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
