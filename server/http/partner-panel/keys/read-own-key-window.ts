import type { FastifyInstance } from 'fastify'
import { readOwnKeyWindow as operation } from '#contract/partner-panel/keys.ts'
import { findKeyOf } from '../../../keys/find-keys.ts'
import { answerWindow, type WindowNeeds } from '../../admin/keys/read-key-window.ts'
import { mount } from '../../mount.ts'

export type OwnWindowNeeds = WindowNeeds

/** Reads the rate limit window of a key of the partner, without counting a call. */
export function mountReadOwnKeyWindow(scope: FastifyInstance, { kysely, limiter }: OwnWindowNeeds): void {
  mount(scope, operation, async ({ caller: { partnerId }, params: { key_id: keyId } }) =>
    answerWindow(limiter, await findKeyOf(kysely, { keyId, partnerId })),
  )
}
