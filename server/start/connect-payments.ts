import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/read-config.ts'
import type { Database } from '../db/database.ts'
import type { Settle } from '../payments/effects/outcome.ts'
import { readEffectDepths } from '../payments/effects/queue.ts'
import type { EffectNeeds } from '../payments/effects/run.ts'
import type { OnDisputed, ProcessorEventNeeds } from '../payments/events/needs.ts'
import type { PageSources, Processor, ProcessorWebhook } from '../payments/processor.ts'
import { paymentProcessors } from '../payments/providers/index.ts'
import { createProcessors, type Processors } from '../payments/providers/processors.ts'
import { sandbox as sandboxModule } from '../payments/providers/sandbox/index.ts'
import { countOpenDisputes } from '../payments/queries/find-disputes.ts'
import { connectChosen } from './connect-providers.ts'
import { meteredProcessor } from './metered-providers.ts'
import { gaugeDisputes, gaugeEffects } from './metric-gauges.ts'
import type { Metrics } from './metrics.ts'

/** Dependencies of requests to the processor and of its events. */
export type Payments = EffectNeeds & ProcessorEventNeeds

type Runtime = {
  database: Database
  metrics: Metrics
  log: FastifyBaseLogger
  settle: Settle
  onDisputed: OnDisputed
}

/** Connects everything that moves money. */
export async function connectPayments(
  config: Config,
  { database: { kysely }, metrics, log, settle, onDisputed }: Runtime,
): Promise<Payments> {
  const processors = metered(await connectProcessors(config, { kysely }), metrics)
  gaugeDisputes(metrics, () => countOpenDisputes(kysely))
  gaugeEffects(metrics, () => readEffectDepths(kysely))
  const onEffectError = (err: Error) => log.warn({ err }, 'a call to the payment processor failed')
  const onMoneyAlert = (alert: string) => log.warn({ alert }, 'money needs a look: dray payment list --stuck')
  return { kysely, processors, settle, onEffectError, onMoneyAlert, onDisputed }
}

/** The sandbox is not counted: it is in the database and sends no outside requests. */
function metered(processors: Processors, metrics: Metrics): Processors {
  const { live, sandbox } = processors
  if (live === sandbox) return processors
  return createProcessors({ live: meteredProcessor(live, metrics), sandbox })
}

export async function connectProcessors(
  { paymentProcessor, baseUrl }: Pick<Config, 'paymentProcessor' | 'baseUrl'>,
  { kysely }: Pick<Database, 'kysely'>,
): Promise<Processors> {
  const needs = { kysely, baseUrl }
  const sandbox = await sandboxModule.connect({}, needs)
  if (paymentProcessor.name === 'sandbox') return createProcessors({ live: sandbox, sandbox })
  const live = await connectChosen<Processor | Promise<Processor>>(paymentProcessors, paymentProcessor, needs)
  return createProcessors({ live, sandbox })
}

/** Returns the webhook of the configured processor, or null if it is absent or not set up. */
export function connectWebhook({
  paymentProcessor,
}: Pick<Config, 'paymentProcessor'>): ProcessorWebhook | null {
  const modules: Record<string, { webhook?: (settings: never) => ProcessorWebhook | null }> =
    paymentProcessors
  return modules[paymentProcessor.name]?.webhook?.(paymentProcessor.settings as never) ?? null
}

/** What the pages of the app may load for the card fields of the configured processor; null for nothing. */
export function pageSourcesOf({ paymentProcessor }: Chosen): PageSources | null {
  const modules: Record<string, { pageSources?: (settings: never) => PageSources | null }> = paymentProcessors
  return modules[paymentProcessor.name]?.pageSources?.(paymentProcessor.settings as never) ?? null
}

/** The setting that is missing for fields for a card in the app; null without one. */
export function missingForFields({ paymentProcessor }: Chosen): string | null {
  const modules: Record<string, { missingForFields?: (settings: never) => string | null }> = paymentProcessors
  return modules[paymentProcessor.name]?.missingForFields?.(paymentProcessor.settings as never) ?? null
}

type Chosen = Pick<Config, 'paymentProcessor'>
