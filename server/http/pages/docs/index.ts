import type { FastifyInstance } from 'fastify'
import { languages } from '#contract/vocabulary.ts'
import { lazy } from '../../../lib/lazy.ts'
import { docsPath } from '../../requests/language.ts'
import { pageLanguage } from '../answer-page.ts'
import { answerStatic, staticBody } from '../static-body.ts'
import { mountConsolePage } from './console-page.ts'
import { createDocsNotFound } from './docs-not-found.ts'
import { mountGuide } from './guide.ts'
import { guidePath } from './guide-pages.ts'
import type { GuideSettings } from './guide-source.ts'
import { mountLlmsFiles } from './llms-files.ts'
import { mountPostmanFiles } from './postman-files.ts'
import { mountSdkPackages } from './sdk-packages.ts'
import { mountSearchIndex } from './search-index.ts'
import { mountDocsTools } from './tools.ts'

export type DocsNeeds = GuideSettings & { openApi: () => object; webDist?: string | undefined }

/** The documentation for partners under `/docs`. It loads no content from other servers. @returns its 404 handler. */
export function mountDocs(app: FastifyInstance, needs: DocsNeeds) {
  const toolsHead = mountDocsTools(app, needs)
  mountGuide(app, { ...needs, toolsHead })
  mountConsolePage(app, { toolsHead })
  mountSdkPackages(app, needs)
  mountSearchIndex(app, needs)
  mountLlmsFiles(app, needs)
  mountOpenApiCopy(app, needs)
  mountPostmanFiles(app, needs)
  mountShortWays(app)
  return { answerDocsNotFound: createDocsNotFound({ toolsHead }) }
}

/** GET /docs/openapi.json: a copy of /v1/openapi.json, which counts against the rate limit of the address. */
function mountOpenApiCopy(app: FastifyInstance, { openApi }: { openApi: () => object }): void {
  const document = lazy(() => staticBody(JSON.stringify(openApi())))
  app.get('/docs/openapi.json', (request, reply) =>
    answerStatic(request, reply.header('cache-control', 'no-cache').type('application/json'), document()),
  )
}

/** Addresses that people guess, with their redirects: outside /docs in the language of the browser. */
function mountShortWays(app: FastifyInstance): void {
  for (const [url, name] of [
    ['/sandbox', 'sandbox'],
    ['/developers', 'start'],
    ['/api', 'reference'],
  ] as const)
    for (const each of [url, `${url}/`])
      app.get(each, (request, reply) =>
        reply
          .header('vary', 'accept-language')
          .redirect(guidePath({ name, language: pageLanguage(request, languages) })),
      )
  for (const language of languages) {
    lead(app, `${docsPath(language)}/sdk`, guidePath({ name: 'sdks', language }))
    lead(app, `${docsPath(language)}/api`, guidePath({ name: 'reference', language }))
  }
}

function lead(app: FastifyInstance, from: string, to: string): void {
  for (const url of [from, `${from}/`]) app.get(url, (_request, reply) => reply.redirect(to, 308))
}
