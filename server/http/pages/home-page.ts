import type { FastifyInstance } from 'fastify'
import { legalPaths } from '#contract/company.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { nearestLanguage } from '../../lib/nearest-language.ts'
import { texts } from '../../texts/index.ts'
import { docsPath } from '../requests/language.ts'
import { answerPage, mayBeKept, renderPages } from './answer-page.ts'
import { assetUrl } from './assets.ts'
import { type CompanyFacts, companyFoot, contactLink, factsList } from './company/made-pages.ts'
import { guidePath } from './docs/guide-pages.ts'
import { layout } from './layout.ts'

/**
 * GET /: for people who got a link and doubt it, or want to know what a delivery costs; then for carriers. Developers
 * get one line of links.
 */
export function mountHomePage(app: FastifyInstance, { company }: { company: CompanyFacts }): void {
  const pages = renderPages((language) => homePage(language, company))
  app.get('/', (request, reply) => answerPage(request, reply, pages, mayBeKept))
}

function homePage(language: PersonLanguage, company: CompanyFacts): string {
  const { title, lead, price, how, wrong, developers, ...about } = texts[language].pages.home
  const cards = ways.map(
    ([way, href]) =>
      `<li><a class="card way" href="${href}"><b>${about[way].name}</b><span>${about[way].what}</span></a></li>`,
  )
  const steps = how.steps.map(({ name, what }) => `<li><div><h3>${name}</h3><p>${what}</p></div></li>`)
  const links = developerLinks(language).map(([name, href]) => `<a href="${href}">${about[name]}</a>`)
  return layout({
    language,
    styles: ['home.css'],
    title: `Dray · ${title}`,
    description: lead,
    body: `<main id="main" class="plain-page">
<img class="scene" src="${assetUrl('scene.svg')}" width="320" height="120" alt="">
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p><a class="button" href="/app/start">${price.act}</a></p>
<p class="fine">${price.note}</p>
<ul class="ways">
${cards.join('\n')}
</ul>
<section class="home-part" aria-labelledby="how">
<h2 id="how">${how.title}</h2>
<ol class="steps">
${steps.join('\n')}
</ol>
</section>
<section class="home-part" aria-labelledby="wrong">
<h2 id="wrong">${wrong.title}</h2>
<ul class="home-points">
${wrong.points.map((point) => `<li>${point}</li>`).join('\n')}
</ul>
</section>
${runBy(language, company)}
<p class="developers">${developers} ${links.join(' · ')}</p>
</main>`,
    footer: companyFoot(language, company.legal_name),
  })
}

const ways = [
  ['customers', '/app'],
  ['carriers', '/carrier'],
  ['help', '/help'],
] as const

/** Who runs the service and whom to ask, as far as the operator has said it. */
function runBy(language: PersonLanguage, company: CompanyFacts): string {
  const { who } = texts[language].pages.home
  const { missing } = texts[language].company
  const { legal_name, contact } = company
  const name = legal_name ? factsList(language, company) : `<p>${missing.imprint}</p>`
  const ask = contact ? contactLink(contact) : `<a href="${legalPaths.help}?lang=${language}">${who.help}</a>`
  return `<section class="home-part" aria-labelledby="who">
<h2 id="who">${who.title}</h2>
${name}
<p>${contact ? who.ask : who.askHelp} ${ask}</p>
</section>`
}

function developerLinks(person: PersonLanguage) {
  const language = nearestLanguage(person)
  return [
    ['guide', docsPath(language)],
    ['reference', guidePath({ name: 'reference', language })],
    ['health', '/health/ready'],
  ] as const
}
