import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Language, languages } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { texts } from '../../texts/index.ts'
import { answerPage, originOf, renderPagesIn } from './answer-page.ts'
import { answerStatic, staticBody } from './static-body.ts'
import { builtHere } from './web-app.ts'
import { mountAbsence, mountHashedFiles, readWebAppFiles } from './web-app-files.ts'

/** The panels, each under its path: the operator's and the partner's. */
const surfaces = ['admin', 'partner'] as const
type Surface = (typeof surfaces)[number]

type PanelPagesNeeds = {
  webDist?: string | undefined
  mapStyleUrl?: string | null
  photoPublicUrl?: string | null
}

/**
 * GET /admin, /admin/*, /partner, /partner/*: one page for all URLs of a panel; the browser selects the screen. The
 * files of both are under /panel/assets, separate from the app, so a proxy can close /admin to the outside.
 */
export function mountPanelPages(
  app: FastifyInstance,
  { webDist = builtHere, mapStyleUrl = null, photoPublicUrl = null }: PanelPagesNeeds,
): void {
  const folder = path.join(webDist, 'panel')
  const isBuilt = existsSync(path.join(folder, 'admin.html'))
  if (isBuilt) {
    mountHashedFiles(app, { root: path.join(folder, 'assets'), prefix: '/panel/assets/' })
    mountWorker(app, path.join(folder, 'sw.js'))
  }
  for (const surface of surfaces) {
    const pageUrls = [`/${surface}`, `/${surface}/*`]
    if (isBuilt) mountSurface(app, { surface, pageUrls, folder, mapStyleUrl, photoPublicUrl })
    else mountAbsence(app, pageUrls)
  }
}

/** The service worker of the operator's panel, which shows alerts. It may serve the pages below /admin only. */
function mountWorker(app: FastifyInstance, file: string): void {
  const worker = staticBody(readFileSync(file))
  app.get('/panel/sw.js', (request, reply) => {
    reply.header('service-worker-allowed', '/admin').header('cache-control', 'no-cache')
    return answerStatic(request, reply.type('text/javascript; charset=utf-8'), worker)
  })
}

type Mounted = {
  surface: Surface
  pageUrls: string[]
  folder: string
  mapStyleUrl: string | null
  photoPublicUrl: string | null
}

function mountSurface(
  app: FastifyInstance,
  { surface, pageUrls, folder, mapStyleUrl, photoPublicUrl }: Mounted,
): void {
  const name = `${surface}.html`
  const html = readFileSync(path.join(folder, name), 'utf8')
  const filesOf = readWebAppFiles({ folder, html: name, base: '/panel/' })
  // Only staff see maps.
  const map = surface === 'admin' ? mapStyleUrl : null
  const pages = renderPagesIn(
    languages,
    (language) => {
      const files = filesOf(firstSources(surface, language))
      return filledIn(html, { surface, language, files, mapStyleUrl: map })
    },
    policyOf(map, photoPublicUrl),
  )
  for (const url of pageUrls)
    app.get(url, (request, reply) =>
      // Requests under /admin/v1 and /partner/v1 belong to the APIs and must not get a page.
      request.url.startsWith(`/${surface}/v1/`)
        ? reply.callNotFound()
        : answerPage(request, reply.headers(panelHeaders), pages),
    )
}

const firstSources = (surface: Surface, language: Language): string[] =>
  ['kit', 'panel', 'member', surface].map((part) => `src/texts/${part}/${language}.ts`)

type Filling = { surface: Surface; language: Language; files: string[]; mapStyleUrl: string | null }

function filledIn(html: string, { surface, language, files, mapStyleUrl }: Filling): string {
  const { pages } = texts[language]
  const head = [
    `<title>${pages[surface].title}</title>`,
    '<link rel="icon" type="image/svg+xml" href="/app/icons/mark.svg">',
    ...files.map((file) => `<link rel="modulepreload" href="${file}">`),
    mapStyleUrl && `<meta name="dray-map-style" content="${escapeHtml(mapStyleUrl)}">`,
  ].filter(Boolean)
  return html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<!--head-->', head.join('\n'))
    .replace('<!--no-script-->', `<p>${pages.app.noScript}</p>`)
}

/**
 * Content from this origin, and the street map from the operator's; pictures also as `data:` and `blob:`. The map draws
 * in a worker. No frame, no form without a script.
 */
function policyOf(mapStyleUrl: string | null, photoPublicUrl: string | null): string {
  const map = originOf(mapStyleUrl)
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:${map}${originOf(photoPublicUrl)}; ` +
    `connect-src 'self'${map}; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  )
}

const panelHeaders = {
  'x-robots-tag': 'noindex, nofollow',
  // Passkeys and the clipboard for this origin; no other permission that asks a person.
  'permissions-policy':
    'publickey-credentials-create=(self), publickey-credentials-get=(self), clipboard-write=(self), ' +
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // A page that opened this one, or that it opens, gets no reference to it.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
