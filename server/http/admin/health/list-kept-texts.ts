import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { defaultPageSize } from '#contract/admin/paging.ts'
import { listKeptTexts as operation } from '#contract/admin/providers.ts'
import type { Tables } from '../../../db/tables.ts'
import { withoutPhonesOf } from '../../../lib/mask-text.ts'
import { listOutbox } from '../../../sms/list-outbox.ts'
import type { SmsProvider } from '../../../sms/provider.ts'
import type { BodySealer } from '../../../sms/sealed-body.ts'
import { mount } from '../../mount.ts'
import { seesPhones, shownPhone } from '../sees-phones.ts'

export type ListKeptTextsNeeds = {
  kysely: Kysely<Tables>
  smsProvider: Pick<SmsProvider, 'delivers'>
  bodySealer: BodySealer
}

/** Lists the texts of the outbox while no SMS leaves this machine. Sign-in codes are for owners only. */
export function mountListKeptTexts(scope: FastifyInstance, needs: ListKeptTextsNeeds): void {
  const { kysely, smsProvider, bodySealer } = needs
  mount(scope, operation, async ({ caller, query: { before, limit = defaultPageSize } }) => {
    if (smsProvider.delivers) return { texts: [], next: null }
    const sealer = caller.role === 'owner' ? bodySealer : null
    // One more tells whether there is a next page.
    const found = await listOutbox(kysely, sealer, { before, limit: limit + 1 })
    const page = found.slice(0, limit)
    const shown = shownPhone(caller)
    const shownBody = (body: string) => (seesPhones(caller) ? body : withoutPhonesOf(body))
    return {
      texts: page.map(({ id, to_phone, body, created_at, ...text }) => ({
        ...text,
        sms_id: id,
        to_phone: shown(to_phone),
        body: body === null ? null : shownBody(body),
        created_at: created_at.toISOString(),
      })),
      next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  })
}
