import { createJob } from '#contract/partner.ts'
import type { CoarsePricing } from './coarse-pricing.ts'
import type { Welcome } from './first-start.ts'

/** What a person who starts Dray reads: where it is, what to try first, where the data lives. */
export function banner(facts: Facts): string {
  const { baseUrl, dataHome, welcome, coarse } = facts
  const lines = [
    '',
    `  Dray is ready at ${baseUrl}`,
    `  Guide and reference: ${baseUrl}/docs`,
    `  Data: ${dataHome}`,
    ...(coarse ? [finer(coarse)] : []),
  ]
  return [...lines, ...(welcome ? firstSteps(facts, welcome) : nextSteps), ''].join('\n')
}

type Facts = {
  baseUrl: string
  dataHome: string
  welcome: Welcome | null
  coarse: CoarsePricing | null
  /** Nothing leaves this machine, also with a live key: no text and no money. */
  isPlay: boolean
}

const finer = ({ country }: CoarsePricing): string =>
  `  Addresses: known by town; for postcodes:  npm run --silent dray -- geo setup ${country}`

function firstSteps({ baseUrl, isPlay }: Facts, { partnerId, testKey }: Welcome): string[] {
  return [
    '',
    `  A test key, shown this once: ${testKey}`,
    '  Create your first draft (test keys text nobody; the SMS stays in the outbox):',
    '',
    curl(baseUrl, `'X-API-Key: ${testKey}'`),
    '',
    '  Then read the SMS:  npm run --silent dray -- sms list',
    ...(isPlay ? wholeStory(baseUrl, partnerId) : []),
  ]
}

/** Only where nothing leaves this machine: elsewhere a live key texts real people. */
const wholeStory = (baseUrl: string, partnerId: string): string[] => [
  '',
  '  A draft that a carrier can deliver takes a live key (here it texts nobody and moves no real money; README, "The whole story"):',
  '',
  `KEY=$(npm run --silent dray -- key create --partner ${partnerId} --json | sed -n 's/.*"api_key": "\\(.*\\)".*/\\1/p')`,
  curl(baseUrl, '"X-API-Key: $KEY"'),
]

const nextSteps = [
  '  Make a key:  npm run --silent dray -- partner create --company-name NAME',
  '               npm run --silent dray -- key create --partner ID --mode test',
]

function curl(baseUrl: string, keyHeader: string): string {
  // The sample of the reference without its reference, so that pasting it twice makes two drafts.
  const { external_reference: _, ...body } = createJob.example
  return [
    `curl -sS ${baseUrl}${createJob.url}`,
    `-H ${keyHeader}`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ')
}
