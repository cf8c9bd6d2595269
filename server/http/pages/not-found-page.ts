import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { texts } from '../../texts/index.ts'
import { answerPage, renderPages } from './answer-page.ts'
import { companyFoot } from './company/made-pages.ts'
import { layout } from './layout.ts'

/** The 404 page for browsers. Programs get `not_found` as JSON. */
export const answerNotFoundPage = (request: FastifyRequest, reply: FastifyReply) =>
  answerPage(request, reply.code(404), pages)

/** Whether the client accepts HTML explicitly, as browsers do. No `Accept` header or a wildcard does not count. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '')

function render(language: PersonLanguage): string {
  const { title, lead, home } = texts[language].pages.notFound
  return layout({
    language,
    title,
    description: lead,
    body: `<main id="main" class="plain-page">
<p class="code" aria-hidden="true">404</p>
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p><a class="button plain" href="/">${home}</a></p>
</main>`,
    footer: companyFoot(language),
  })
}

const pages = renderPages(render)
