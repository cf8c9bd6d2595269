import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { texts } from '../../texts/index.ts'
import { answerPage, originOf, type Pages, renderPages } from './answer-page.ts'
import { type CompanyFacts, companyMeta } from './company/made-pages.ts'
import { firstScreenOf, readFirstScreen, withFirstScreen } from './first-screen.ts'
import { answerStatic, staticBody } from './static-body.ts'
import {
  mountAbsence,
  mountFolder,
  mountHashedFiles,
  readBuiltFiles,
  readWebAppFiles,
} from './web-app-files.ts'

export type WebAppNeeds = {
  /** The operator's street map; null for the built-in one. */
  mapStyleUrl?: string | null
  /** Where pages load photos from, if not from this server. */
  photoPublicUrl?: string | null
  company: CompanyFacts
  /** Whether people without a push device get important notices by SMS (`SMS_NOTICES`). */
  smsNotices?: boolean
  /** Folder of the built app. */
  webDist?: string
}

export const builtHere = path.join(import.meta.dirname, '../../../web/dist')

const pageUrls = ['/app', '/app/*', '/carrier', '/carrier/*']

/**
 * GET /app, /app/*, /carrier, /carrier/*: the web app, one page for all URLs; the browser selects the screen. Its files
 * are under /app/assets, with a content hash in the name. Built by `npm run build`; 503 without a build.
 */
export function mountWebApp(
  app: FastifyInstance,
  {
    mapStyleUrl = null,
    photoPublicUrl = null,
    smsNotices = false,
    webDist = builtHere,
    company,
  }: WebAppNeeds,
) {
  if (!existsSync(path.join(webDist, 'index.html'))) return mountAbsence(app, pageUrls)
  const pages = webAppPages({ mapStyleUrl, photoPublicUrl, smsNotices, webDist, company })
  const answer = (area: Area) => (request: FastifyRequest, reply: FastifyReply) =>
    answerPage(request, reply.header('x-robots-tag', 'noindex'), pages[area])
  mountFiles(app, webDist)
  for (const url of pageUrls) {
    const answerApp = answer(url.startsWith('/carrier') ? 'carrier' : 'customer')
    // Requests under /app/v1 belong to the API and must not get a page.
    app.get(url, (request, reply) =>
      request.url.startsWith('/app/v1/') ? reply.callNotFound() : answerApp(request, reply),
    )
  }
  const [signedIn, signedOut] = [answer('draft'), answer('firstScreen')]
  return {
    answerWebApp: (request: FastifyRequest, reply: FastifyReply) =>
      hasSession(request) ? signedIn(request, reply) : signedOut(request, reply),
  }
}

/** A cookie is enough: the page has no personal data, and the app checks the session itself. */
const hasSession = ({ headers }: FastifyRequest): boolean => /\bdray_session=/.test(headers.cookie ?? '')

/** `draft` and `firstScreen` are customer pages that must load as fast as possible, with and without a session. */
type Area = 'customer' | 'carrier' | 'draft' | 'firstScreen'

function webAppPages({ webDist, ...settings }: Settings & { webDist: string }) {
  const html = readFileSync(path.join(webDist, 'index.html'), 'utf8')
  const policy = policyOf(settings)
  const filesOf = readWebAppFiles({ folder: webDist, html: 'index.html', base: '/app/' })
  const screen = readFirstScreen(webDist, stylesOf(webDist))
  const pagesOf = (area: Area) =>
    renderPages((language) => {
      const files = filesOf(firstSources(area, language))
      const page = filledIn(html, { area, language, ...settings, files })
      return screen && area === 'firstScreen'
        ? withFirstScreen(page, firstScreenOf(screen, language, settings.company))
        : page
    }, policy)
  return {
    customer: pagesOf('customer'),
    carrier: pagesOf('carrier'),
    draft: pagesOf('draft'),
    firstScreen: pagesOf('firstScreen'),
  } satisfies Record<Area, Pages>
}

const signedOutDraft = 'src/signed-out-draft.tsx'
const router = 'src/router.tsx'
const reviewScreens = [
  'src/customer/draft/index.tsx',
  'src/customer/job/index.tsx',
  'src/customer/review/review.tsx',
]

/** Sources needed first. The server knows the screen only for the pages of a draft. */
function firstSources(area: Area, language: Language): string[] {
  const textsOf = (...parts: string[]) => ['kit', ...parts].map((part) => `src/texts/${part}/${language}.ts`)
  if (area === 'firstScreen') return [signedOutDraft, ...textsOf('sign-in')]
  if (area === 'draft') return [router, ...reviewScreens, ...textsOf('sign-in', 'app')]
  return [router, ...textsOf(area === 'carrier' ? 'carrier' : 'app')]
}

/** Style sheets of a draft's first screen besides the common ones. */
function stylesOf(folder: string): string[] {
  const builtFiles = readBuiltFiles(folder)
  const base = new Set(builtFiles(['index.html']).flatMap(({ css = [] }) => css))
  const all = builtFiles([signedOutDraft]).flatMap(({ css = [] }) => css)
  return [...new Set(all)].filter((file) => !base.has(file)).map((file) => `/app/${file}`)
}

type Settings = {
  mapStyleUrl: string | null
  photoPublicUrl: string | null
  smsNotices: boolean
  company: CompanyFacts
}

type Filling = Settings & { area: Area; language: Language; files: string[] }

function filledIn(
  html: string,
  { area, language, mapStyleUrl, smsNotices, company, files }: Filling,
): string {
  const owner = area === 'carrier' ? 'carrier' : 'customer'
  const { description, noScript, ...name } = texts[language].pages.app
  const head = [
    `<title>${name[owner]}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="manifest" href="/app/${owner}.webmanifest">`,
    '<link rel="icon" type="image/png" href="/app/icons/icon-192.png">',
    '<link rel="apple-touch-icon" href="/app/icons/apple-180.png">',
    `<meta name="apple-mobile-web-app-title" content="${name[owner]}">`,
    ...files.map((file) => `<link rel="modulepreload" href="${file}">`),
    companyMeta(company),
    mapStyleUrl && `<meta name="dray-map-style" content="${escapeHtml(mapStyleUrl)}">`,
    smsNotices && '<meta name="dray-sms-notices" content="on">',
  ].filter(Boolean)
  return html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<!--head-->', () => head.join('\n'))
    .replace('<!--no-script-->', `<p>${noScript}</p>`)
}

/** The policy of the other pages, plus API requests, a service worker, and data and blob images. */
function policyOf({ mapStyleUrl, photoPublicUrl }: Pick<Settings, 'mapStyleUrl' | 'photoPublicUrl'>): string {
  const map = originOf(mapStyleUrl)
  const photos = originOf(photoPublicUrl)
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:${map}${photos}; ` +
    `connect-src 'self'${map}; worker-src 'self'; manifest-src 'self'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  )
}

function mountFiles(app: FastifyInstance, webDist: string): void {
  const worker = staticBody(readFileSync(path.join(webDist, 'sw.js')))
  app.get('/app/sw.js', (request, reply) => {
    reply.header('service-worker-allowed', '/').header('cache-control', 'no-cache')
    return answerStatic(request, reply.type('text/javascript; charset=utf-8'), worker)
  })
  for (const area of ['customer', 'carrier']) {
    const manifest = staticBody(readFileSync(path.join(webDist, `${area}.webmanifest`)))
    app.get(`/app/${area}.webmanifest`, (request, reply) => {
      reply.header('cache-control', 'no-cache')
      return answerStatic(request, reply.type('application/manifest+json'), manifest)
    })
  }
  mountHashedFiles(app, { root: path.join(webDist, 'assets'), prefix: '/app/assets/' })
  mountFolder(app, { root: path.join(webDist, 'icons'), prefix: '/app/icons/', maxAge: '1d' })
}
