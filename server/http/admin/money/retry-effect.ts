import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { retryEffect as operation } from '#contract/admin/money/effects.ts'
import type { Tables } from '../../../db/tables.ts'
import { readEffect } from '../../../payments/queries/find-effects.ts'
import { retryEffect } from '../../../payments/retry-effect.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { shownWords } from '../sees-phones.ts'
import { presentEffect } from './present-effect.ts'

/** Lets a call to the processor be made now. */
export function mountRetryEffect(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    await retryEffect(needs, { effectId: params.effect_id, by })
    return presentEffect(await readEffect(needs.kysely, params.effect_id), shownWords(caller))
  })
}
