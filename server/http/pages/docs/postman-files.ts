import type { FastifyInstance } from 'fastify'
import { postmanCollection, postmanEnvironment } from '#contract/postman.ts'
import { lazy } from '../../../lib/lazy.ts'
import { answerStatic, staticBody } from '../static-body.ts'

/** GET /docs/postman-collection.json and /docs/postman-environment.json: files to import into Postman. */
export function mountPostmanFiles(app: FastifyInstance, { baseUrl }: { baseUrl: string }): void {
  const files = {
    'postman-collection': postmanCollection,
    'postman-environment': () => postmanEnvironment(baseUrl),
  }
  for (const [name, content] of Object.entries(files)) {
    const body = lazy(() => staticBody(JSON.stringify(content(), null, 2)))
    app.get(`/docs/${name}.json`, (request, reply) =>
      answerStatic(
        request,
        reply
          .header('cache-control', 'no-cache')
          .header('content-disposition', `attachment; filename="dray.${name.replace('-', '_')}.json"`)
          .type('application/json'),
        body(),
      ),
    )
  }
}
