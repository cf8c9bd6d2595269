import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, TestPartner } from './dray.ts'
import { newPhone } from './no-secrets.ts'

export type Load = AsyncDisposable & {
  acknowledged: string[]
  refused: number
  strange: string[]
  /** The calls without a response yet. */
  pending: () => Promise<unknown>[]
}

/**
 * Eight concurrent callers with sequential calls, mostly creates, with and without an `Idempotency-Key`. `also` is
 * called after each.
 */
export function startLoad(
  partner: TestPartner,
  also: () => Promise<unknown> = () => Promise.resolve(),
): Load {
  let running = true
  const pending = new Set<Promise<unknown>>()
  const load: Load = {
    acknowledged: [],
    refused: 0,
    strange: [],
    pending: () => [...pending],
    async [Symbol.asyncDispose]() {
      running = false
      await Promise.all(callers)
    },
  }
  const answered = async (call: Promise<Answer<unknown>>): Promise<Answer<unknown> | null> => {
    pending.add(call)
    const answer = await call.catch((error: unknown) => void load.strange.push(String(error)))
    pending.delete(call)
    return answer ?? null
  }
  const callOnce = async (n: number) => {
    const headers = n % 2 ? { 'idempotency-key': `${n}-${crypto.randomUUID()}` } : {}
    const created = await answered(partner.create({ customer_phone: newPhone() }, headers))
    if (!created) return
    if (created.status === 201) load.acknowledged.push((created.body as { job_id: string }).job_id)
    else if (isRefusal(created)) load.refused++
    else load.strange.push(`${created.status} ${created.text}`)
    const id = load.acknowledged.at(-1)
    const read = id ? await answered(partner.read(id)) : null
    if (read && read.status !== 200 && !isRefusal(read)) load.strange.push(`${read.status} ${read.text}`)
    await also()
    await sleep(20)
  }
  const callers = Array.from({ length: 8 }, async (_, n) => {
    while (running) await callOnce(n)
  })
  return load
}

const isRefusal = ({ status, headers, body }: Answer<unknown>): boolean =>
  status === 503 &&
  Number(headers.get('retry-after')) > 0 &&
  (body as { error?: string }).error === 'service_unavailable'
