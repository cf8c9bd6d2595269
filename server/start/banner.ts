import { createJob } from '#contract/partner.ts'
import type { CoarsePricing } from './coarse-pricing.ts'
import type { Welcome } from './first-start.ts'

/** The text for the person who starts Dray: the address, first steps, and the folder of the data. */
export function banner(facts: Facts): string {
  const { baseUrl, dataDir, welcome, owner, coarse, missing } = facts
  const dray = dataDir === null ? 'dray' : 'npm run --silent dray --'
  const lines = [
    '',
    `  Dray is ready at ${baseUrl}`,
    `  Guide and reference: ${baseUrl}/docs`,
    `  Data: ${dataDir ?? 'DATABASE_URL'}`,
    ...(dataDir === null ? [commandsElsewhere] : []),
    ...(coarse ? [finer(dray, coarse)] : []),
    ...(missing.length > 0 ? [sayWho(missing)] : []),
    ...(owner ? panelSteps(dray, owner) : []),
  ]
  return [...lines, ...(welcome ? firstSteps(dray, facts, welcome) : nextSteps(dray)), ''].join('\n')
}

/** With `DATABASE_URL` a command in a bare shell would not find this installation. */
const commandsElsewhere = '  Commands, here "dray", need the same settings: docs/operating.md, Commands'

type Facts = {
  baseUrl: string
  /** The folder of the embedded PostgreSQL; null with `DATABASE_URL`. */
  dataDir: string | null
  welcome: Welcome | null
  /** The link of the first owner of the panel. */
  owner: string | null
  coarse: CoarsePricing | null
  /** Missing settings of the company although real money moves. */
  missing: string[]
  /** True if live keys send no SMS and move no money either. */
  isPlay: boolean
}

const finer = (dray: string, { country }: CoarsePricing): string =>
  `  Addresses: known by town; for postcodes:  ${dray} geo setup ${country}`

/** Warns that people would pay an unnamed company. */
const sayWho = (missing: string[]): string =>
  `  Real money moves, and the pages do not say who runs this: set ${missing.join(', ')}  (docs/operating.md)`

const panelSteps = (dray: string, link: string): string[] => [
  '',
  "  The operator's panel: this link makes you its owner. It works once, within 24 hours, and is shown only now:",
  `  ${link}`,
  `  Another one:  ${dray} staff invite --role owner --name NAME`,
]

function firstSteps(dray: string, { baseUrl, isPlay }: Facts, { partnerId, testKey }: Welcome): string[] {
  return [
    '',
    `  A test key, shown this once: ${testKey}`,
    '  Create your first draft (test keys text nobody; the SMS stays in the outbox):',
    '',
    curl(baseUrl, `'X-API-Key: ${testKey}'`),
    '',
    `  Then read the SMS:  ${dray} sms list`,
    ...(isPlay ? liveKeySteps(dray, baseUrl, partnerId) : []),
  ]
}

/**
 * How to create a live key. Shown only with local providers, because with others a live key sends SMS to real people.
 */
const liveKeySteps = (dray: string, baseUrl: string, partnerId: string): string[] => [
  '',
  '  A draft that a carrier can deliver takes a live key (here it texts nobody and moves no real money; docs/whole-story.md):',
  '',
  `KEY=$(${dray} key create --partner ${partnerId} --json | sed -n 's/.*"api_key": "\\(.*\\)".*/\\1/p')`,
  curl(baseUrl, '"X-API-Key: $KEY"', { customer_phone: storyPhone }),
]

const nextSteps = (dray: string): string[] => [
  `  Make a key:  ${dray} partner create --company-name NAME`,
  `               ${dray} key create --partner ID --mode test`,
]

/** In docs/whole-story.md. The number of the contract's example belongs to the sandbox, and to no person. */
const storyPhone = '+34612345678'

function curl(baseUrl: string, keyHeader: string, changes: { customer_phone?: string } = {}): string {
  // Without the sample's `external_reference`, so the command can be pasted twice.
  const { external_reference: _, ...sample } = createJob.example
  const body = { ...sample, ...changes }
  return [
    `curl -sS ${baseUrl}${createJob.url}`,
    `-H ${keyHeader}`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ')
}
