import type { Kysely } from 'kysely'
import type { positionOperations } from '#contract/app/positions.ts'
import type { Tables } from '../../../db/tables.ts'
import { sharePosition, stopSharing } from '../../../jobs/way/share-position.ts'
import type { Handlers } from '../../mount.ts'

/** The position of the carrier on the way. */
export const positionHandlers: Handlers<typeof positionOperations, { kysely: Kysely<Tables> }> = {
  sharePosition:
    (needs) =>
    async ({ caller, params, body }) => {
      await sharePosition(needs, {
        jobId: params.job_id,
        carrierId: caller.accountId,
        lat: body.lat,
        lon: body.lon,
        accuracyM: body.accuracy_m,
        measuredAt: new Date(body.at),
        sentAt: new Date(body.sent_at),
      })
    },
  stopSharing:
    (needs) =>
    ({ caller, params }) =>
      stopSharing(needs, { jobId: params.job_id, carrierId: caller.accountId }),
}
