import type { FastifyInstance } from 'fastify'
import { languages } from '#contract/vocabulary.ts'
import { lazy, lazyPromise } from '../../../lib/lazy.ts'
import { answerPageIn } from '../answer-page.ts'
import { answerStatic, staticBody } from '../static-body.ts'
import { type GuidePlace, guideNames, guidePath, markdownPath } from './guide-pages.ts'
import { type GuideSettings, guideMarkdown } from './guide-source.ts'
import { docsPolicy, type ToolsHead } from './tools.ts'

type GuideNeeds = GuideSettings & { toolsHead: ToolsHead | null }

/**
 * GET /docs, /docs/<name>, and the same under /docs/<language>: the guide for partners. GET /docs/<name>.md: a page as
 * Markdown. Each is rendered and cached at its first request.
 */
export function mountGuide(app: FastifyInstance, needs: GuideNeeds): void {
  for (const language of languages)
    for (const name of guideNames) {
      mountPage(app, { name, language }, needs)
      mountMarkdown(app, { name, language }, needs)
    }
}

function mountPage(app: FastifyInstance, place: GuidePlace, needs: GuideNeeds): void {
  const page = lazyPromise(async () => {
    // Markdown and highlighting are loaded when the first page is read.
    const { guidePage } = await import('./guide-page.ts')
    return staticBody(guidePage(place, needs))
  })
  app.get(guidePath(place), async (request, reply) =>
    answerPageIn(request, reply, { language: place.language, body: await page(), policy: docsPolicy }),
  )
  // Addresses that people guess: with a trailing slash, and the first page by its name.
  const others = [`${guidePath(place)}/`, ...(place.name === 'start' ? [`${guidePath(place)}/start`] : [])]
  for (const url of others) app.get(url, (_request, reply) => reply.redirect(guidePath(place), 308))
}

function mountMarkdown(app: FastifyInstance, place: GuidePlace, needs: GuideSettings): void {
  // Programs add `.md` to the address of any page.
  if (place.name === 'start')
    app.get(`${guidePath(place)}.md`, (_request, reply) => reply.redirect(markdownPath(place), 308))
  const markdown = lazy(() => staticBody(guideMarkdown(place, needs)))
  app.get(markdownPath(place), (request, reply) =>
    answerStatic(
      request,
      reply
        .header('cache-control', 'no-cache')
        .header('content-language', place.language)
        .type('text/markdown; charset=utf-8'),
      markdown(),
    ),
  )
}
