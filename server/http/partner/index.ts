import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { partnerOperations } from '#contract/partner.ts'
import type { CreateNeeds } from '../../jobs/create-draft.ts'
import type { LinkSettings } from '../../jobs/links.ts'
import type { ReadJob } from '../../jobs/read-job.ts'
import { MethodNotAllowed, notFound, unsupportedMediaType } from '../errors.ts'
import { parseJsonBody } from '../json-body.ts'
import { pathPattern } from '../path-pattern.ts'
import { createValidation, type Formats } from '../validation.ts'
import type { Admit } from './admission.ts'
import { mountCreateJob } from './create-job.ts'
import { mountEstimate } from './estimate.ts'
import { mountGetJob } from './get-job.ts'
import { mountOpenApi, openApiDoor } from './openapi.ts'

export type PartnerNeeds = CreateNeeds & {
  admit: Admit
  readJob: ReadJob
  links: LinkSettings
  formats: Formats
  openApi: object
}

export const maxBodyBytes = 65_536

/** Everything under `/v1` (spec part 4): one door, one counter, one shape of errors. */
export async function mountPartnerApi(app: FastifyInstance, needs: PartnerNeeds): Promise<void> {
  await app.register(
    async (scope) => {
      scope.decorateRequest('partnerKey')
      readJsonOnly(scope)
      const validation = createValidation(needs.formats)
      scope.setValidatorCompiler(({ schema }) => validation(schema as object))
      scope.addHook('onRequest', needs.admit)
      scope.addHook('onRequest', refuseUnknown)
      // Never reached: `refuseUnknown` answers first. It makes the hooks above run for unknown paths as well.
      scope.setNotFoundHandler(() => {
        throw notFound
      })
      mountOpenApi(scope, needs.openApi)
      mountEstimate(scope, needs)
      mountCreateJob(scope, needs)
      mountGetJob(scope, needs)
    },
    { prefix: '/v1' },
  )
}

/** Spec part 4: bodies are JSON. The type is judged before the body is read as anything. */
function readJsonOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    (request, body, done) => {
      try {
        refuseOtherEncodings(request)
        done(null, parseJsonBody(body as Buffer))
      } catch (error) {
        done(error as Error)
      }
    },
  )
}

function refuseOtherEncodings({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!/^utf-?8$/i.test(charset) || !/^identity$/i.test(encoding)) throw unsupportedMediaType
}

/** Known path, other method: 405 with what is allowed. Otherwise 404. Both before the body is looked at. */
function refuseUnknown(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  if (!request.is404) return done()
  const path = request.url.split('?', 1)[0] ?? ''
  const known = [...partnerOperations, openApiDoor].filter(({ url }) => pathPattern(url).test(path))
  // Whatever answers GET answers HEAD.
  const allowed = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  done(known.length ? new MethodNotAllowed(allowed) : notFound)
}
