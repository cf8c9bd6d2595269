import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Static } from 'typebox'
import { changeKey as operation } from '#contract/admin/keys.ts'
import type { Tables } from '../../../db/tables.ts'
import { updateKey } from '../../../keys/administer.ts'
import type { KeySettings } from '../../../keys/store.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { answerKey, notChanged } from './present-key.ts'

/** Changes the limit, the label or the expiry of a key. */
export function mountChangeKey(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params: { key_id: keyId }, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    const updated = await updateKey({ kysely }, { keyId, settings: settingsOf(body), by })
    if (!updated) throw await notChanged(kysely, keyId)
    return answerKey({ kysely }, keyId)
  })
}

type Body = Static<(typeof operation)['body']>

const settingsOf = ({ rate_limit_per_minute, label, expires_at }: Body): Partial<KeySettings> => ({
  ...(rate_limit_per_minute !== undefined && { rate_limit_per_minute }),
  ...(label !== undefined && { label: label || null }),
  ...(expires_at !== undefined && { expires_at: expires_at === null ? null : new Date(expires_at) }),
})
