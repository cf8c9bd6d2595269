import type { FastifyInstance } from 'fastify'
import { languages } from '#contract/vocabulary.ts'
import { docsPath } from '../../requests/language.ts'
import { pageLanguage } from '../answer-page.ts'
import { guidePath } from './guide-pages.ts'

/** Addresses that people try, and where they lead: outside /docs in the language of the browser. */
export function mountShortWays(app: FastifyInstance): void {
  for (const [url, name] of [
    ['/sandbox', 'sandbox'],
    ['/developers', 'start'],
    ['/api', 'reference'],
  ] as const)
    for (const each of [url, `${url}/`])
      app.get(each, (request, reply) =>
        reply
          .header('vary', 'accept-language')
          .redirect(guidePath({ name, language: pageLanguage(request) })),
      )
  for (const language of languages) {
    lead(app, `${docsPath(language)}/sdk`, guidePath({ name: 'sdks', language }))
    lead(app, `${docsPath(language)}/api`, guidePath({ name: 'reference', language }))
  }
}

function lead(app: FastifyInstance, from: string, to: string): void {
  for (const url of [from, `${from}/`]) app.get(url, (_request, reply) => reply.redirect(to, 308))
}
