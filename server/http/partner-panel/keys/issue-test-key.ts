import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { issueTestKey as operation } from '#contract/partner-panel/keys.ts'
import type { Tables } from '../../../db/tables.ts'
import { issueTestKey } from '../../../keys/issue-test-key.ts'
import { byCaller } from '../../admin/by-caller.ts'
import { answerKey } from '../../admin/keys/present-key.ts'
import { mount } from '../../mount.ts'

/** `addressLimit` is `RATE_LIMIT_PER_MINUTE`, which keys get that name no other limit. */
export type IssueTestKeyNeeds = { kysely: Kysely<Tables>; service: string; addressLimit: number }

/** Makes a test key; its value is in this response only. */
export function mountIssueTestKey(
  scope: FastifyInstance,
  { kysely, service, addressLimit }: IssueTestKeyNeeds,
): void {
  mount(scope, operation, async ({ caller, body, request }) => {
    const { partnerId } = caller
    const by = byCaller(caller, request)
    const order = { partnerId, label: body.label || null, rateLimitPerMinute: addressLimit, by }
    const { keyId, apiKey } = await issueTestKey({ kysely, service }, order)
    return { key: await answerKey({ kysely }, keyId), api_key: apiKey }
  })
}
