import assert from 'node:assert/strict'
import { readEnv } from '../../server/lib/env.ts'
import { ProviderError } from '../../server/lib/provider-error.ts'
import type { DeliveryReport, OutgoingSms } from '../../server/sms/provider.ts'
import { smpp } from '../../server/sms/providers/smpp.ts'
import { smppAccount } from './smpp-centre.ts'

export const sms: OutgoingSms = { id: '0198-row', to: '+34600111222', body: 'Loft: ñ [45,20 €]' }
export const within = (milliseconds = 5_000) => AbortSignal.timeout(milliseconds)

/** The provider with its settings as the start reads them; `listen` stops at the end of the scope. */
export function connectSmpp(port: number, more: Record<string, string> = {}) {
  const read = readEnv(smpp.env, smppAccount(port, more))
  assert.ok(read.ok)
  const [troubles, reports]: [string[], DeliveryReport[]] = [[], []]
  const onTrouble = (reason: string) => void troubles.push(reason)
  const provider = smpp.connect(read.value, { baseUrl: 'http://dray.test', onTrouble })
  const late: { smsId: string; messageId: string | null }[] = []
  const listener = provider.listen?.({
    onReport: async (report) => void reports.push(report),
    onLateAcceptance: async (it) => void late.push(it),
  })
  return { ...provider, troubles, reports, late, [Symbol.asyncDispose]: async () => listener?.stop() }
}

type Provider = Pick<ReturnType<typeof connectSmpp>, 'send'>

export async function failureOf({ send }: Provider, text = sms, signal = within()): Promise<ProviderError> {
  const error = await send(text, signal).catch((it: unknown) => it)
  assert.ok(error instanceof ProviderError, String(error))
  assert.doesNotMatch(`${error.message} ${error.stack}`, /600111222|right|wrong|Loft/)
  return error
}
