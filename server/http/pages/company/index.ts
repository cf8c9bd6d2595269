import type { FastifyInstance } from 'fastify'
import { type LegalText, legalPaths, legalTexts } from '#contract/company.ts'
import { type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../../lib/escape-html.ts'
import { lazyPromise } from '../../../lib/lazy.ts'
import { texts } from '../../../texts/index.ts'
import { answerPageIn, pageHeaders, pageLanguage } from '../answer-page.ts'
import { layout } from '../layout.ts'
import { type StaticBody, staticBody } from '../static-body.ts'
import { type LegalSources, readLegalTexts, type Written } from './legal-texts.ts'
import { type CompanyFacts, companyFoot, madePage } from './made-pages.ts'

export type CompanyPagesNeeds = { company: CompanyFacts; legalSources: LegalSources }

/**
 * GET /help, /legal/terms, /legal/privacy, /legal/imprint: the operator's text as a page, or a redirect to its address.
 * By default, a page with the known facts.
 */
export function mountCompanyPages(app: FastifyInstance, { company, legalSources }: CompanyPagesNeeds): void {
  const sources = readLegalTexts(legalSources)
  for (const name of legalTexts) {
    const source = sources[name]
    if (source.kind === 'address') {
      app.get(legalPaths[name], (request, reply) =>
        reply
          .headers(pageHeaders)
          .header('vary', 'accept-language')
          .redirect(source.url[pageLanguage(request, personLanguages)], 302),
      )
    } else mountPage(app, { name, company, written: source.kind === 'text' ? source.written : null })
  }
}

type Pages = Record<PersonLanguage, () => Promise<StaticBody>>

type Mounted = { name: LegalText; company: CompanyFacts; written: Record<PersonLanguage, Written> | null }

function mountPage(app: FastifyInstance, { name, company, written }: Mounted): void {
  const render = (language: PersonLanguage) =>
    lazyPromise(async () =>
      staticBody(await legalPage({ name, company, language, written: written?.[language] ?? null })),
    )
  const pages = Object.fromEntries(personLanguages.map((language) => [language, render(language)])) as Pages
  app.get(legalPaths[name], async (request, reply) => {
    const language = pageLanguage(request, personLanguages)
    reply.header('vary', 'accept-language')
    return answerPageIn(request, reply, { language, body: await pages[language]() })
  })
}

type Page = Omit<Mounted, 'written'> & { language: PersonLanguage; written: Written | null }

async function legalPage({ name, company, language, written }: Page): Promise<string> {
  const t = texts[language].company
  const text = written && (await rendered(written.markdown))
  const title = text?.title ?? t.titles[name]
  const heading = text?.title ? '' : `<h1>${title}</h1>\n`
  const { terms_version } = company
  const version =
    name === 'terms' && terms_version ? `<p class="fine">${escapeHtml(t.version(terms_version))}</p>\n` : ''
  const tongue = written?.language && written.language !== language ? ` lang="${written.language}"` : ''
  const body = text
    ? `<article${tongue}>${heading}${text.html}</article>`
    : `${heading}${madePage(name, language, company)}`
  return layout({
    language,
    title,
    description: title,
    body: `<main id="main" class="plain-page prose">\n${body}\n${version}</main>`,
    footer: companyFoot(language, company.legal_name),
  })
}

/** The Markdown library is loaded when the first text is read. */
async function rendered(markdown: string) {
  const { legalHtml } = await import('./legal-html.ts')
  return legalHtml(markdown)
}
