import { createJob } from '#contract/partner.ts'
import type { Welcome } from './first-start.ts'

/** What a person who starts Dray reads: where it is, what to try first, where the data lives. */
export function banner(facts: { baseUrl: string; dataHome: string; welcome: Welcome | null }): string {
  const { baseUrl, dataHome, welcome } = facts
  const lines = [
    '',
    `  Dray is ready at ${baseUrl}`,
    `  Guide and reference: ${baseUrl}/docs`,
    `  Data: ${dataHome}`,
  ]
  return [...lines, ...(welcome ? firstSteps(baseUrl, welcome) : nextSteps), ''].join('\n')
}

function firstSteps(baseUrl: string, { testKey, signInToken }: Welcome): string[] {
  return [
    '',
    `  A test key, shown this once: ${testKey}`,
    '  Create your first draft (test keys text nobody; the SMS stays in the outbox):',
    '',
    curl(baseUrl, testKey),
    '',
    '  Then read the SMS:  npm run --silent dray -- sms list',
    '',
    `  Operator panel (arrives with a later version), sign-in link valid for 24 h: ${baseUrl}/admin#sign-in=${signInToken}`,
  ]
}

const nextSteps = [
  '  Make a key:  npm run --silent dray -- partner create --company-name NAME',
  '               npm run --silent dray -- key create --partner ID --mode test',
]

function curl(baseUrl: string, key: string): string {
  // The sample of the reference without its reference, so that pasting it twice makes two drafts.
  const { external_reference: _, ...body } = createJob.example
  return [
    `curl -sS ${baseUrl}${createJob.url}`,
    `-H 'X-API-Key: ${key}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ')
}
