import { dueIds, runDueRows } from '../db/leased-rows.ts'
import { retry, type SmsNeeds } from '../sms/send.ts'
import { smsRows } from '../sms/store.ts'

/** Sends all due texts, also those whose sender has crashed. */
export const sendDueSms = (needs: SmsNeeds, signal: AbortSignal): Promise<void> =>
  runDueRows(
    {
      together: 5,
      findIds: (limit) => dueIds(needs.kysely, smsRows, { limit }),
      work: (id) => retry(needs, id),
    },
    signal,
  )
