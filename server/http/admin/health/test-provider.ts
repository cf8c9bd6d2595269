import type { Kysely } from 'kysely'
import { type ChosenProvider, testProvider as operation } from '#contract/admin/providers.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { recordAudit } from '../../../db/audit.ts'
import type { Check } from '../../../db/json-columns.ts'
import type { Tables } from '../../../db/tables.ts'
import { writeCheck } from '../../../health/examination.ts'
import { texts } from '../../../texts/index.ts'
import { notFound } from '../../errors/errors.ts'
import { rateLimited } from '../../limits/rate-headers.ts'
import type { Handler } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

export type TestProviderNeeds = {
  kysely: Kysely<Tables>
  limiter: Limiter
  chosenProviders: ChosenProvider[]
  /** One call; takes at most 20 s. */
  testProvider: (provider: ChosenProvider) => Promise<Check>
}

/** Limit per member: outside services count calls, and some cost money. */
const maxPerMinute = 10

/** Calls a provider once, which is recorded first. */
export const testProvider = (needs: TestProviderNeeds): Handler<typeof operation> => {
  const { kysely, limiter, chosenProviders, testProvider } = needs
  return async ({ caller, params, language, request }) => {
    const { kind, name } = params
    const provider = chosenProviders.find((each) => each.kind === kind && each.name === name)
    if (!provider) throw notFound
    const decision = await limiter.take(`member:${caller.memberId}:provider-tests`, maxPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    const targets = [{ type: 'provider' as const, id: `${kind} ${name}` }]
    const by = byCaller(caller, request)
    await kysely.transaction().execute((trx) => recordAudit(trx, { ...by, act: 'provider.test', targets }))
    const startedAt = performance.now()
    const { status, detail, remedy } = writeCheck(await testProvider(provider), texts[language])
    return { kind, name, status, detail, remedy, ms: Math.round(performance.now() - startedAt) }
  }
}
