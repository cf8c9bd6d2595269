import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { settleEffectOutside as operation } from '#contract/admin/money/effects.ts'
import type { Tables } from '../../../db/tables.ts'
import { settleOutside } from '../../../jobs/money/settle-outside.ts'
import { readEffect } from '../../../payments/queries/find-effects.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { shownWords } from '../sees-phones.ts'
import { presentEffect } from './present-effect.ts'

/** Settles a call to the processor whose money was paid in another way. */
export function mountSettleEffectOutside(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const { paid_through: paidThrough, reference, reason } = body
    const by = byCaller(caller, request, reason)
    await settleOutside(needs, { effectId: params.effect_id, paidThrough, reference, by })
    return presentEffect(await readEffect(needs.kysely, params.effect_id), shownWords(caller))
  })
}
