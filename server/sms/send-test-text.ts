import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type By, recordAudit } from '../db/audit.ts'
import { installationKey } from '../db/installation-secret.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { SmsCaps } from './caps.ts'
import { countTestText } from './handover.ts'
import type { SmsProvider, SmsProviders } from './provider.ts'

export type TestTextNeeds = { kysely: Kysely<Tables>; smsProviders: SmsProviders; smsCaps: SmsCaps }

export type TestText =
  | { outcome: 'over_cap' }
  | { outcome: 'accepted' | 'not_delivered' | 'refused' | 'unknown'; cause: string | null; ms: number }

const timeoutMs = 5_000

/**
 * Sends a text to a number typed by a member of staff. It is counted and recorded before it is sent, and not stored.
 * Only the first provider is asked, so that the member sees its refusal.
 */
export async function sendTestText(
  { kysely, smsProviders: [smsProvider], smsCaps }: TestTextNeeds,
  { to, body, by }: { to: string; body: string; by: By },
): Promise<TestText> {
  const id = newId()
  const key = await installationKey(kysely, 'sms_number_key')()
  const numberHash = createHmac('sha256', key).update(to).digest('hex')
  const fits = await kysely.transaction().execute(async (trx) => {
    if (!(await countTestText(trx, { smsId: id, numberHash }, smsCaps))) return false
    await recordAudit(trx, {
      ...by,
      act: 'provider.send_test_text',
      targets: [{ type: 'provider', id: `sms ${smsProvider.name}` }],
      changes: { last_two_digits: { from: null, to: to.slice(-2) } },
    })
    return true
  })
  if (!fits) return { outcome: 'over_cap' }
  return send(smsProvider, { id, to, body })
}

async function send(
  smsProvider: SmsProvider,
  text: { id: string; to: string; body: string },
): Promise<TestText> {
  const startedAt = performance.now()
  const ms = () => Math.round(performance.now() - startedAt)
  try {
    await smsProvider.send(text, AbortSignal.timeout(timeoutMs))
    return { outcome: smsProvider.delivers ? 'accepted' : 'not_delivered', cause: null, ms: ms() }
  } catch (error) {
    // The message of any other error may quote the number.
    if (!(error instanceof ProviderError)) return { outcome: 'unknown', cause: null, ms: ms() }
    return { outcome: error.outcome, cause: error.message, ms: ms() }
  }
}
