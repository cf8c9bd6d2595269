import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/vocabulary.ts'
import { texts } from '../../texts/index.ts'
import { docsPath } from '../requests/language.ts'
import { answerPage, mayBeKept, renderPages } from './answer-page.ts'
import { assetUrl } from './assets.ts'
import { companyFoot } from './company/made-pages.ts'
import { guidePath } from './docs/guide-pages.ts'
import { layout } from './layout.ts'

/** GET /: speaks to customers and carriers first; developers get one line of links. */
export function mountHomePage(app: FastifyInstance, { legalName }: { legalName: string | null }): void {
  const pages = renderPages((language) => homePage(language, legalName))
  app.get('/', (request, reply) => answerPage(request, reply, pages, mayBeKept))
}

function homePage(language: Language, legalName: string | null): string {
  const { title, lead, developers, ...about } = texts[language].pages.home
  const cards = ways.map(
    ([way, href]) =>
      `<li><a class="card way" href="${href}"><b>${about[way].name}</b><span>${about[way].what}</span></a></li>`,
  )
  const links = developerLinks(language).map(([name, href]) => `<a href="${href}">${about[name]}</a>`)
  return layout({
    language,
    title: `Dray · ${title}`,
    description: lead,
    body: `<main id="main" class="plain-page">
<img class="scene" src="${assetUrl('scene.svg')}" width="320" height="120" alt="">
<h1>${title}</h1>
<p class="lead">${lead}</p>
<ul class="ways">
${cards.join('\n')}
</ul>
<p class="developers">${developers} ${links.join(' · ')}</p>
</main>`,
    footer: companyFoot(language, legalName),
  })
}

const ways = [
  ['customers', '/app'],
  ['carriers', '/carrier'],
  ['help', '/help'],
] as const

const developerLinks = (language: Language) =>
  [
    ['guide', docsPath(language)],
    ['reference', guidePath({ name: 'reference', language })],
    ['health', '/health/ready'],
  ] as const
