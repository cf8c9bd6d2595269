import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { issueKey as operation } from '#contract/admin/keys.ts'
import type { Tables } from '../../../db/tables.ts'
import { createKey } from '../../../keys/administer.ts'
import { Problem } from '../../../lib/problem.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { answerKey } from './present-key.ts'

/** `addressLimit` is `RATE_LIMIT_PER_MINUTE`, which keys get that name no other limit. */
export type IssueNeeds = { kysely: Kysely<Tables>; service: string; addressLimit: number }

/** Issues a key; its value is in this response only. */
export function mountIssueKey(scope: FastifyInstance, { kysely, service, addressLimit }: IssueNeeds): void {
  mount(scope, operation, async ({ caller, params: { partner_id: partnerId }, body, request }) => {
    const { mode, rate_limit_per_minute: rateLimitPerMinute = addressLimit, expires_at, reason } = body
    await requirePartner(kysely, partnerId)
    if (expires_at !== undefined && Date.parse(expires_at) <= Date.now()) throw ended
    const { keyId, apiKey } = await createKey(
      { kysely, service },
      {
        ...{ partnerId, mode, rateLimitPerMinute },
        label: body.label || null,
        expiresAt: expires_at === undefined ? null : new Date(expires_at),
        by: byCaller(caller, request, reason),
      },
    )
    return { key: await answerKey({ kysely }, keyId), api_key: apiKey }
  })
}

/** A key that has expired before its first use is a slip of the hand. */
const ended = new Problem('validation_error', (t) => t.partners.fieldsNotValid, {
  details: { expires_at: (t) => t.fields.past },
})
