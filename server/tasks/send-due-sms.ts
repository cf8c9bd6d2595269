import { retry, type SmsNeeds } from '../sms/send.ts'
import { due } from '../sms/store.ts'

const batch = 50
const together = 5

/** Sends all due texts, also those whose sender died; only a few concurrently, to not flood a recovering provider. */
export async function sendDueSms(needs: SmsNeeds, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await due(needs.kysely, batch)
    const queue = [...ids]
    const worker = async () => {
      for (let id = queue.shift(); id && !signal.aborted; id = queue.shift()) await retry(needs, id)
    }
    await Promise.all(Array.from({ length: together }, worker))
    if (ids.length < batch || signal.aborted) return
  }
}
