import type { Kysely } from 'kysely'
import {
  type Examination,
  type healthOperations,
  readHealth as readHealthOperation,
  type ShownSettings,
} from '#contract/admin/health.ts'
import {
  type ChosenProvider,
  type providerOperations,
  testProvider as testProviderOperation,
} from '#contract/admin/providers.ts'
import type { Answered } from '#contract/app/common.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { recordAudit } from '../../../db/audit.ts'
import type { Check } from '../../../db/json-columns.ts'
import type { Tables } from '../../../db/tables.ts'
import {
  type ExaminationNeeds,
  readExamination,
  startExamination,
  writeCheck,
} from '../../../health/examination.ts'
import { readHealth as read } from '../../../health/read-health.ts'
import { withoutPhonesOf } from '../../../lib/mask-text.ts'
import { readPage } from '../../../lib/page.ts'
import { Problem } from '../../../lib/problem.ts'
import { listOutbox } from '../../../sms/list-outbox.ts'
import type { SmsProviders } from '../../../sms/provider.ts'
import type { BodySealer } from '../../../sms/sealed-body.ts'
import { sendTestText, type TestTextNeeds } from '../../../sms/send-test-text.ts'
import { type Texts, texts } from '../../../texts/index.ts'
import { notFound } from '../../errors/errors.ts'
import { rateLimited } from '../../limits/rate-headers.ts'
import type { Handler, Handlers } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { seesPhones, shownPhone } from '../sees-phones.ts'

type TestProviderNeeds = {
  kysely: Kysely<Tables>
  limiter: Limiter
  chosenProviders: ChosenProvider[]
  /** One request to a provider; takes at most 20 s. */
  testProvider: (provider: ChosenProvider) => Promise<Check>
}

/** Limit per member: outside services count requests, and some cost money. */
const maxPerMinute = 10

/** Records the test in the audit log, then sends one request to the provider. */
const testProvider = (needs: TestProviderNeeds): Handler<typeof testProviderOperation> => {
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

type ReadHealthNeeds = {
  kysely: Kysely<Tables>
  drayVersion: string
  missingCompanySettings: string[]
}

type Health = Awaited<ReturnType<typeof read>>

/** Reads the state of nodes, tasks and queues. */
const readHealth = (needs: ReadHealthNeeds): Handler<typeof readHealthOperation> => {
  const { kysely, drayVersion, missingCompanySettings } = needs
  return async () => {
    const { postgresql, migration, nodes, tasks, queues } = await read(kysely)
    return {
      versions: { dray: drayVersion, node: process.versions.node, postgresql, migration },
      nodes: nodes.map(presentNode),
      tasks,
      queues,
      missing_company_settings: missingCompanySettings,
    }
  }
}

const presentNode = ({ contradictions, is_alive, ...node }: Health['nodes'][number]) => ({
  ...node,
  alive: is_alive,
  contradicted_settings: Object.keys(contradictions),
})

export type HealthNeeds = ReadHealthNeeds &
  TestProviderNeeds &
  TestTextNeeds &
  ExaminationNeeds & {
    limiter: Limiter
    shownService: string
    chosenProviders: ChosenProvider[]
    smsProviders: SmsProviders
    bodySealer: BodySealer
    listSettings: (t: Texts) => { file: string | null; groups: ShownSettings[] }
  }

/** The installation: nodes, providers, settings, checks of the doctor, and texts that were not sent. */
export const healthHandlers: Handlers<typeof healthOperations | typeof providerOperations, HealthNeeds> = {
  readHealth,
  listProviders:
    ({ chosenProviders, smsProviders: [smsProvider] }) =>
    async () => ({
      providers: chosenProviders,
      sends_texts: smsProvider.delivers,
    }),
  testProvider,
  sendTestText: (needs) => {
    const { limiter, shownService } = needs
    return async ({ caller, body: { phone }, language, request }) => {
      const decision = await limiter.take(`member:${caller.memberId}:test-texts`, maxTextsPerMinute)
      if (!decision.allowed) throw rateLimited(decision)
      const body = `${shownService}: ${texts[language].sms.test}`
      const result = await sendTestText(needs, { to: phone, body, by: byCaller(caller, request) })
      if (result.outcome === 'over_cap') throw overCap
      return result
    }
  },
  readExamination:
    ({ kysely }) =>
    ({ language }) =>
      answerExamination(kysely, language),
  startExamination:
    (needs) =>
    async ({ caller, language, request }) => {
      const decision = await needs.limiter.take(
        `member:${caller.memberId}:examinations`,
        maxExaminationsPerMinute,
      )
      if (!decision.allowed) throw rateLimited(decision)
      if (!(await startExamination(needs, { by: byCaller(caller, request) }))) throw runs
      return answerExamination(needs.kysely, language)
    },
  listSettings:
    ({ listSettings }) =>
    async ({ language }) =>
      listSettings(texts[language]),
  /** Lists the texts of the outbox while no SMS leaves this machine. Sign-in codes are for owners only. */
  listKeptTexts: (needs) => {
    const { kysely, smsProviders, bodySealer } = needs
    return async ({ caller, query }) => {
      if (smsProviders[0].delivers) return { texts: [], next: null }
      const sealer = caller.role === 'owner' ? bodySealer : null
      const find = (limit: number) => listOutbox(kysely, sealer, { before: query.before, limit })
      const { rows, next } = await readPage(query, find, ({ id }) => id)
      const shown = shownPhone(caller)
      const shownBody = (body: string) => (seesPhones(caller) ? body : withoutPhonesOf(body))
      return {
        texts: rows.map(({ id, to_phone, body, ...text }) => ({
          ...text,
          sms_id: id,
          to_phone: shown(to_phone),
          body: body === null ? null : shownBody(body),
        })),
        next,
      }
    }
  },
}

const maxTextsPerMinute = 3

const overCap = new Problem('wrong_state', (t) => t.panel.testTextCap)

const maxExaminationsPerMinute = 6

const runs = new Problem('wrong_state', (t) => t.panel.examinationRuns)

/** The last examination as the contract shows it, in the language of the caller. */
async function answerExamination(kysely: Kysely<Tables>, language: Language): Promise<Answered<Examination>> {
  const row = await readExamination(kysely)
  if (!row) return { state: 'none', started_at: null, finished_at: null, started_by: null, checks: [] }
  const { started_at, finished_at, started_by, checks, is_lost } = row
  return {
    state: finished_at ? 'done' : is_lost ? 'lost' : 'running',
    started_at,
    finished_at,
    started_by,
    checks: checks.map((check) => writeCheck(check, texts[language])),
  }
}
