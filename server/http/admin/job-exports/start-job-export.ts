import type { FastifyInstance } from 'fastify'
import { startJobExport } from '#contract/admin/job-exports.ts'
import { sourcesOf } from '../../../jobs/queries/staff/conditions.ts'
import { startExport } from '../../../jobs/queries/staff/export-store.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { admitPhoneSearch, type PhoneSearchNeeds } from '../jobs/admit-phone-search.ts'
import { requireWholePhones } from '../sees-phones.ts'
import { presentExport } from './present-export.ts'

/** Starts to write jobs to a file. */
export function mountStartJobExport(scope: FastifyInstance, needs: PhoneSearchNeeds): void {
  mount(scope, startJobExport, async ({ caller, body, request }) => {
    const { filters = {}, with_phones: withPhones = false } = body
    if (withPhones) requireWholePhones(caller)
    await admitPhoneSearch(needs, { caller, request }, filters)
    // Throws for a phone that is none, which the background task could not tell anybody.
    sourcesOf(filters)
    const by = byCaller(caller, request)
    const { memberId } = caller
    return presentExport(await startExport(needs.kysely, { memberId, filters, withPhones, by }))
  })
}
