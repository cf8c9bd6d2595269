import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages } from '#contract/vocabulary.ts'
import { lazy } from '../../../lib/lazy.ts'
import { texts } from '../../../texts/index.ts'
import { docsPath } from '../../requests/language.ts'
import { answerPageIn, renderPagesIn } from '../answer-page.ts'
import { layout } from '../layout.ts'
import { docsHeader } from './docs-header.ts'
import { docsPolicy, type ToolsHead } from './tools.ts'

/** Whether an unknown path belongs to the documentation, whose 404 page has the search. */
export const isDocsUrl = (url: string): boolean => /^\/docs(?=[/?]|$)/.test(url)

/** The 404 page of the documentation, in the language of the path: its search, and a link to the guide. */
export function createDocsNotFound({ toolsHead }: { toolsHead: ToolsHead | null }) {
  const pages = lazy(() => renderPagesIn(languages, (language) => render(language, toolsHead), docsPolicy))
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { bodies, policy } = pages()
    const language = languageOf(request.url)
    return answerPageIn(request, reply.code(404), { language, body: bodies[language], policy })
  }
}

const languageOf = (url: string): Language =>
  languages.find((language) => language !== 'en' && url.startsWith(`${docsPath(language)}/`)) ?? 'en'

function render(language: Language, toolsHead: ToolsHead | null): string {
  const { title, lead, guide } = texts[language].docs.notFound
  return layout({
    language,
    title: `${title} · Dray`,
    description: lead,
    styles: ['guide.css'],
    head: toolsHead?.([], language) ?? '',
    header: docsHeader({ language, current: null, pathIn: docsPath }),
    body: `<main id="main" class="plain-page">
<p class="code" aria-hidden="true">404</p>
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p><a class="button plain" href="${docsPath(language)}">${guide}</a></p>
</main>`,
  })
}
