import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { TestCardBehaviour } from '#contract/app/test-cards.ts'
import type { Tables } from '../../../db/tables.ts'
import { ProviderError } from '../../../lib/provider-error.ts'

type Call<T> = {
  key: string
  /** Reusing a key with another request is an error of the caller. */
  request: object
  work: (trx: Transaction<Tables>) => Promise<T>
  /** How the test card changes the response. */
  does: TestCardBehaviour | null
}

/**
 * Runs `work` once per key and repeats the first response for every retry. Concurrent requests with one key wait for
 * each other: the second finds the row of the first.
 *
 * @throws ProviderError when the key was used with another request, or when the test card loses the response.
 */
export async function once<T extends object>(
  kysely: Kysely<Tables>,
  { key, request, work, does }: Call<T>,
): Promise<T> {
  const text = JSON.stringify(request)
  const first = await kysely.transaction().execute(async (trx) => {
    const mine = await trx
      .insertInto('sandbox_call')
      .values({ key, request: text, answer: '{}' })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!mine) return null
    const answer = await work(trx)
    await trx
      .updateTable('sandbox_call')
      .set({ answer: JSON.stringify(answer) })
      .where('key', '=', key)
      .execute()
    return answer
  })
  if (!first) return replay<T>(kysely, key, text)
  if (does === 'outcome_unknown')
    throw new ProviderError('sandbox', 'the answer was lost', { retryable: true, outcome: 'unknown' })
  if (does === 'answers_late') await sleep(3_000)
  return first
}

async function replay<T>(kysely: Kysely<Tables>, key: string, request: string): Promise<T> {
  const call = await kysely
    .selectFrom('sandbox_call')
    .select(['request', 'answer'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (call.request === request) return revived(call.answer) as T
  throw refused('the idempotency key was used for another request')
}

/** JSON has no dates. */
const revived = (answer: object): object =>
  'holdExpiresAt' in answer && typeof answer.holdExpiresAt === 'string'
    ? { ...answer, holdExpiresAt: new Date(answer.holdExpiresAt) }
    : answer

export const refused = (reason: string): ProviderError =>
  new ProviderError('sandbox', reason, { retryable: false, outcome: 'refused' })

/** Path of the web app's screen that plays the page of a bank. */
export const bankPage = (query: Record<string, string>): string =>
  `/app/sandbox/confirm?${new URLSearchParams(query).toString()}`

/** Path and query of `returnUrl`: the screen is in the web app, so it returns to a path. */
export function backPath(returnUrl: string): string {
  const { pathname, search } = new URL(returnUrl)
  return pathname + search
}
