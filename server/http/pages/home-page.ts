import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/vocabulary.ts'
import { texts } from '../../texts/index.ts'
import { docsPath } from '../docs-path.ts'
import { answerPage, renderPages } from './answer-page.ts'
import { layout } from './layout.ts'

/** GET /: says what this server is, with links to the other pages. */
export function mountHomePage(app: FastifyInstance): void {
  const pages = renderPages(homePage)
  app.get('/', (request, reply) => answerPage(request, reply, pages))
}

function homePage(language: Language): string {
  const { title, lead, ...about } = texts[language].pages.home
  return layout({
    language,
    title: `Dray · ${title}`,
    description: lead,
    body: `<main id="main" class="plain-page">
<h1>${title}</h1>
<p class="lead">${lead}</p>
<ul class="ways">
${waysIn(language)
  .map(
    ([way, href]) =>
      `<li><a class="card way" href="${href}"><b>${about[way].name}</b><span>${about[way].what}</span></a></li>`,
  )
  .join('\n')}
</ul>
</main>`,
  })
}

/** Where each way of the page leads. */
const waysIn = (language: Language) =>
  [
    ['customers', '/app'],
    ['carriers', '/carrier'],
    ['guide', docsPath(language)],
    ['reference', '/docs/reference'],
    ['health', '/health/ready'],
  ] as const
