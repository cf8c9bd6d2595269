import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createJob } from '#contract/partner.ts'
import { type CreateNeeds, createDraft } from '../../jobs/drafts/create-draft.ts'
import type { LinkSettings } from '../../jobs/links.ts'
import { Problem } from '../../lib/problem.ts'
import { mount } from '../mount.ts'
import { presentCreatedJob } from './views.ts'

/** Spec 4.2. */
export function mountCreateJob(scope: FastifyInstance, needs: CreateNeeds & { links: LinkSettings }): void {
  mount(scope, createJob, async ({ caller: key, body: input, language, request, reply }) => {
    const created = await createDraft(needs, { key, input, idempotencyKey: idempotencyKey(request) })
    reply.header('location', `/v1/jobs/${created.draft.id}`)
    if (created.replayed) reply.header('idempotent-replayed', 'true')
    return presentCreatedJob(created, needs.links, language)
  })
}

function idempotencyKey({ headers }: FastifyRequest): string | null {
  const value = headers['idempotency-key']
  if (value === undefined) return null
  if (typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)) return value
  throw new Problem(
    'validation_error',
    { en: 'A header is not valid; see `details`.', es: 'Una cabecera no es válida; consulta `details`.' },
    {
      details: {
        'Idempotency-Key': {
          en: 'must be 1 to 255 visible ASCII characters',
          es: 'debe tener de 1 a 255 caracteres ASCII visibles',
        },
      },
    },
  )
}
