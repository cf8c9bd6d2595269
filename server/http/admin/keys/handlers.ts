import type { Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { changeKey, keyOperations } from '#contract/admin/keys.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../../db/tables.ts'
import { createKey, endOverlap, revokeKeyBy, rotateKeyBy, updateKey } from '../../../keys/administer.ts'
import { findKey, findKeysOf } from '../../../keys/find-keys.ts'
import type { KeySettings } from '../../../keys/store.ts'
import { readPage } from '../../../lib/page.ts'
import { Problem } from '../../../lib/problem.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { answerKey, answerRotation, answerWindow, notChanged, presentKey } from './present-key.ts'

type Body = Static<(typeof changeKey)['body']>

export type KeysNeeds = {
  kysely: Kysely<Tables>
  limiter: Limiter
  service: string
  /** `RATE_LIMIT_PER_MINUTE`: the limit of a new key for which no other is given. */
  defaultKeyLimit: number
}

/** The keys of partners. */
export const keyHandlers: Handlers<typeof keyOperations, KeysNeeds> = {
  listPartnerKeys:
    ({ kysely }) =>
    async ({ params: { partner_id: partnerId }, query }) => {
      await requirePartner(kysely, partnerId)
      const find = (limit: number) => findKeysOf(kysely, { partnerId, before: query.before, limit })
      const { rows, next } = await readPage(query, find, ({ key_id }) => key_id)
      return { keys: rows.map(presentKey), next }
    },
  issueKey:
    ({ kysely, service, defaultKeyLimit }) =>
    async ({ caller, params: { partner_id: partnerId }, body, request }) => {
      const { mode, rate_limit_per_minute: rateLimitPerMinute = defaultKeyLimit, expires_at, reason } = body
      await requirePartner(kysely, partnerId)
      if (expires_at !== undefined && Date.parse(expires_at) <= Date.now()) throw expiresInPast
      const { keyId, apiKey } = await createKey(
        { kysely, service },
        {
          partnerId,
          mode,
          rateLimitPerMinute,
          label: body.label || null,
          expiresAt: expires_at === undefined ? null : new Date(expires_at),
          by: byCaller(caller, request, reason),
        },
      )
      return { key: await answerKey({ kysely }, keyId), api_key: apiKey }
    },
  /** Gives a key a new value beside the old one, or in its place; the value is in this response only. */
  rotateKey:
    ({ kysely, service }) =>
    async ({ caller, params: { key_id: keyId }, body, request }) => {
      const { overlap, ends: endsExpected, reason } = body
      const by = byCaller(caller, request, reason)
      const issued = await rotateKeyBy({ kysely, service }, { keyId, overlap, endsExpected, by })
      if (!issued) throw await notChanged(kysely, keyId)
      return answerRotation({ kysely }, issued)
    },
  endKeyOverlap:
    ({ kysely }) =>
    async ({ caller, params: { key_id: keyId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      if (!(await endOverlap({ kysely }, { keyId, by }))) throw notFound
      return answerKey({ kysely }, keyId)
    },
  revokeKey:
    ({ kysely }) =>
    async ({ caller, params: { key_id: keyId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      if (!(await revokeKeyBy({ kysely }, { keyId, by }))) throw notFound
      return answerKey({ kysely }, keyId)
    },
  changeKey:
    ({ kysely }) =>
    async ({ caller, params: { key_id: keyId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      const updated = await updateKey({ kysely }, { keyId, settings: settingsOf(body), by })
      if (!updated) throw await notChanged(kysely, keyId)
      return answerKey({ kysely }, keyId)
    },
  readKeyWindow:
    ({ kysely, limiter }) =>
    async ({ params: { key_id: keyId } }) =>
      answerWindow(limiter, await findKey(kysely, keyId)),
}

const settingsOf = ({ rate_limit_per_minute, label, expires_at }: Body): Partial<KeySettings> => ({
  ...(rate_limit_per_minute !== undefined && { rate_limit_per_minute }),
  ...(label !== undefined && { label: label || null }),
  ...(expires_at !== undefined && { expires_at: expires_at === null ? null : new Date(expires_at) }),
})

/** A key that expires before its first use is a mistake. */
const expiresInPast = new Problem('validation_error', (t) => t.partners.fieldsNotValid, {
  details: { expires_at: (t) => t.fields.past },
})
