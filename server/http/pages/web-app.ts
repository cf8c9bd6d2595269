import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languages, type PersonLanguage } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import type { PageSources } from '../../payments/processor.ts'
import { texts } from '../../texts/index.ts'
import { answerPage, originOf, type Pages, renderPages } from './answer-page.ts'
import { type CompanyFacts, companyMeta } from './company/made-pages.ts'
import {
  earlyScript,
  type FirstScreens,
  ofCompany,
  readFirstScreens,
  withFirstScreen,
} from './first-screen.ts'
import { answerStatic, staticBody } from './static-body.ts'
import { type Area, type AreaPage, type AreasOfUrl, areas, pageUrls } from './web-app-areas.ts'
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
  /** What the card fields of the payment processor load; null for nothing. */
  cardSources?: PageSources | null
  /** Where pages load photos from, if not from this server. */
  photoPublicUrl?: string | null
  company: CompanyFacts
  /** Whether people without a push device get important notices by SMS (`SMS_NOTICES`). */
  smsNotices?: boolean
  /** Whether addresses are completed while people type. */
  suggests?: boolean
  /** Folder of the built app. */
  webDist?: string
}

export const builtHere = path.join(import.meta.dirname, '../../../web/dist')

/**
 * GET /app, /app/*, /carrier, /carrier/*: the web app, one page for all URLs; the browser selects the screen. Its files
 * are under /app/assets, with a content hash in the name. Built by `npm run build`; 503 without a build.
 */
export function mountWebApp(
  app: FastifyInstance,
  {
    mapStyleUrl = null,
    cardSources = null,
    photoPublicUrl = null,
    smsNotices = false,
    suggests = false,
    webDist = builtHere,
    company,
  }: WebAppNeeds,
) {
  if (!existsSync(path.join(webDist, 'index.html'))) return mountAbsence(app, Object.keys(pageUrls))
  const pages = webAppPages({
    mapStyleUrl,
    cardSources,
    photoPublicUrl,
    smsNotices,
    suggests,
    webDist,
    company,
  })
  const answer =
    ({ signedIn, signedOut, kept }: AreasOfUrl) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const area = hasSession(request) ? signedIn : isOpened(request) ? signedOut : kept
      return answerPage(request, reply.header('x-robots-tag', 'noindex'), pages[area])
    }
  mountFiles(app, webDist)
  for (const [url, areasOfUrl] of Object.entries(pageUrls)) {
    const answerApp = answer(areasOfUrl)
    // Requests under /app/v1 belong to the API and must not get a page.
    app.get(url, (request, reply) =>
      request.url.startsWith('/app/v1/') ? reply.callNotFound() : answerApp(request, reply),
    )
  }
  return { answerWebApp: answer({ signedIn: 'draft', signedOut: 'firstScreen', kept: 'customer' }) }
}

/** A cookie is enough: the page has no personal data, and the app checks the session itself. */
const hasSession = ({ headers }: FastifyRequest): boolean => /\bdray_session=/.test(headers.cookie ?? '')

/** A person opens the page, and no script: a browser then asks for HTML, as scripts do not. */
const isOpened = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '')

function webAppPages({ webDist, ...settings }: Settings & { webDist: string }) {
  const html = readFileSync(path.join(webDist, 'index.html'), 'utf8')
  // A carrier pays for nothing.
  const policyFor = (area: Area) =>
    policyOf({ ...settings, cardSources: areas[area].owner === 'carrier' ? null : settings.cardSources })
  const filesOf = readWebAppFiles({ folder: webDist, html: 'index.html', base: '/app/' })
  const first = readFirstScreens(webDist)
  const stylesOf = readStyles(webDist)
  const pagesOf = (area: Area) =>
    renderPages((language) => {
      const files = filesOf(firstSources(area, language))
      const page = filledIn(html, { area, language, ...settings, files, first })
      const { screen, sources }: AreaPage = areas[area]
      if (!first || !screen) return page
      const screenHtml = ofCompany(first.screens[screen].html[language], settings.company)
      const styles = [...stylesOf(sources), `/app/${first.style}`]
      return withFirstScreen(page, { name: screen, html: screenHtml, styles })
    }, policyFor(area))
  const known = Object.keys(areas) as Area[]
  return Object.fromEntries(known.map((area) => [area, pagesOf(area)])) as Record<Area, Pages>
}

/** The files that an area needs first. */
function firstSources(area: Area, language: PersonLanguage): string[] {
  const { sources, texts: parts }: AreaPage = areas[area]
  const ofTexts = languages.some((each) => each === language)
    ? ['kit', ...parts].map((part) => `src/texts/${part}/${language}.ts`)
    : partsOf(language, parts)
  return [...sources, ...ofTexts]
}

/** The files of a further language: the build has divided it into two (`web/build/language-parts.ts`). */
const partsOf = (language: PersonLanguage, parts: string[]): string[] => {
  const hasLater = parts.some((part) => part !== 'sign-in')
  return ['first', ...(hasLater ? ['later'] : [])].map((part) => `src/texts/${language}.ts?${part}`)
}

/** @returns a function from sources to the URLs of their style sheets, without the common ones. */
function readStyles(folder: string): (sources: string[]) => string[] {
  const builtFiles = readBuiltFiles(folder)
  const base = new Set(builtFiles(['index.html']).flatMap(({ css = [] }) => css))
  return (sources) => {
    const all = builtFiles(sources).flatMap(({ css = [] }) => css)
    return [...new Set(all)].filter((file) => !base.has(file)).map((file) => `/app/${file}`)
  }
}

type Settings = {
  mapStyleUrl: string | null
  cardSources: PageSources | null
  photoPublicUrl: string | null
  smsNotices: boolean
  suggests: boolean
  company: CompanyFacts
}

type Filling = Settings & {
  area: Area
  language: PersonLanguage
  files: string[]
  first: FirstScreens | null
}

function filledIn(
  html: string,
  { area, language, mapStyleUrl, smsNotices, suggests, company, files, first }: Filling,
): string {
  const { owner, reads = [], screen, isSignedOut }: AreaPage = areas[area]
  const script = screen ? first?.screens[screen].script : reads.length > 0 && first?.list
  const { description, noScript, ...name } = texts[language].pages.app
  const head = [
    `<title>${name[owner]}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="manifest" href="/app/${owner}.webmanifest">`,
    '<link rel="icon" type="image/png" href="/app/icons/icon-192.png">',
    '<link rel="apple-touch-icon" href="/app/icons/apple-180.png">',
    `<meta name="apple-mobile-web-app-title" content="${name[owner]}">`,
    script &&
      earlyScript(
        `/app/${script}`,
        reads.map(({ url }) => url),
      ),
    ...files.map((file) => `<link rel="modulepreload" href="${file}">`),
    companyMeta(company),
    mapStyleUrl && `<meta name="dray-map-style" content="${escapeHtml(mapStyleUrl)}">`,
    smsNotices && '<meta name="dray-sms-notices" content="on">',
    suggests && '<meta name="dray-suggests" content="on">',
  ].filter(Boolean)
  return html
    .replace('<html lang="en">', `<html lang="${language}"${isSignedOut ? ' data-session="none"' : ''}>`)
    .replace('<!--head-->', () => head.join('\n'))
    .replace('<!--no-script-->', `<p>${noScript}</p>`)
}

/**
 * The policy of the other pages, plus API requests, a service worker, data and blob images, and the card fields of the
 * processor.
 */
function policyOf({
  mapStyleUrl,
  cardSources,
  photoPublicUrl,
}: Pick<Settings, 'mapStyleUrl' | 'cardSources' | 'photoPublicUrl'>): string {
  const map = originOf(mapStyleUrl)
  const photos = originOf(photoPublicUrl)
  const { scripts = [], frames = [], connections = [] } = cardSources ?? {}
  return (
    `default-src 'none'; ${sources('script-src', "'self'", ...scripts)}style-src 'self'; ` +
    `img-src 'self' data: blob:${map}${photos}; ${sources('connect-src', `'self'${map}`, ...connections)}` +
    `${sources('frame-src', ...frames)}worker-src 'self'; manifest-src 'self'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  )
}

/** A directive; empty without a source, because `default-src` then allows none. */
const sources = (directive: string, ...allowed: string[]): string =>
  allowed.length > 0 ? `${directive} ${allowed.join(' ')}; ` : ''

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
