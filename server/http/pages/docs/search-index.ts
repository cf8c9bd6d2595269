import type { FastifyInstance } from 'fastify'
import { type Language, languages } from '#contract/vocabulary.ts'
import { lazyPromise } from '../../../lib/lazy.ts'
import { texts } from '../../../texts/index.ts'
import { docsPath } from '../../requests/language.ts'
import { answerStatic, staticBody } from '../static-body.ts'
import { consolePath, type GuidePlace, guideNames, guidePath } from './guide-pages.ts'
import type { Part } from './guide-parts.ts'
import { type GuideSettings, guideForHtml } from './guide-source.ts'

/** GET /docs/search.json, and the same under /docs/<language>: the parts of all pages, which the browser searches. */
export function mountSearchIndex(app: FastifyInstance, settings: GuideSettings): void {
  for (const language of languages) {
    const index = lazyPromise(async () => {
      const { partsOf } = await import('./guide-parts.ts')
      const entries = guideNames.flatMap((name) => {
        const place = { name, language }
        return entriesOf(place, partsOf(guideForHtml(place, settings, true), name === 'reference' ? 2 : 3))
      })
      return staticBody(JSON.stringify([...entries, consoleEntry(language)]))
    })
    app.get(`${docsPath(language)}/search.json`, async (request, reply) =>
      answerStatic(
        request,
        reply.header('cache-control', 'no-cache').type('application/json'),
        await index(),
      ),
    )
  }
}

/** The console is a page without Markdown. */
function consoleEntry(language: Language) {
  const { console: title, consolePage } = texts[language].docs
  return { url: consolePath(language), page: title, title, text: consolePage.lead }
}

function entriesOf(place: GuidePlace, [first, ...rest]: Part[]) {
  const page = first?.title ?? place.name
  const entry = ({ id, title, text }: Part) => ({
    url: guidePath(place) + (id && `#${id}`),
    page,
    title,
    text,
  })
  return [first, ...rest].filter((part) => part !== undefined).map(entry)
}
