import { type Command, InvalidArgumentError } from 'commander'
import { tripReportKinds } from '#contract/reports.ts'
import { worldHeader, worldNamePattern } from '#contract/sandbox/header.ts'
import { cardOutcomes, moves } from '#contract/sandbox/moves.ts'
import { loadSettings } from '../config/load-settings.ts'
import { readConfig } from '../config/read-config.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption, requireUuid } from './options.ts'
import { say, show } from './output.ts'

type Shown = { url?: string; world?: string; json: boolean }
type Moving = Shown & { disagrees?: boolean; wayPercent?: number } & Record<string, unknown>
type Rows = Record<string, unknown>[]

export function addSandboxCommands(dray: Command): void {
  const sandbox = dray
    .command('sandbox')
    .description(
      'move the jobs of a test key, by the API under /sandbox/v1; the key is read from DRAY_TEST_KEY',
    )
  addReading(sandbox)
  addMoving(sandbox)
}

const leaf = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .option('--url <address>', 'of the Dray to ask; that of this installation if absent')
    .option('--world <name>', 'the world of the key; the default one if absent', worldName)
    .option(...jsonOption)

function addReading(sandbox: Command): void {
  leaf(sandbox, 'stories', 'the customers who act by themselves, by their phone number').action(
    (shown: Shown) => list({ path: '/stories' }, 'stories', shown),
  )
  leaf(sandbox, 'jobs', 'the jobs of the world, the newest first').action((shown: Shown) =>
    list({ path: '/jobs' }, 'jobs', shown),
  )
  leaf(sandbox, 'job <id>', 'what happened to a job, and what can happen next').action(
    (id: string, shown: Shown) => print({ path: `/jobs/${requireUuid(id)}` }, shown),
  )
  leaf(sandbox, 'sms', 'the texts of the world with their links and codes, the newest first')
    .option('--job <id>', 'only those about this job')
    .action(({ job, ...shown }: Shown & { job?: string }) =>
      list({ path: job ? `/sms?job_id=${requireUuid(job)}` : '/sms' }, 'sms', shown),
    )
}

function addMoving(sandbox: Command): void {
  leaf(
    sandbox,
    'advance',
    'move the clock forward and print what happened; without an option to what happens next',
  )
    .option('--seconds <number>', 'by so many seconds', wholeNumber)
    .option(
      '--to <instant>',
      'to an instant on the clock of the sandbox, such as 2027-01-31T12:00:00Z, or to the `end` of all stories',
    )
    .action(({ seconds, to, ...shown }: Shown & { seconds?: number; to?: string }) =>
      advance({ seconds, to }, shown),
    )
  leaf(sandbox, 'move <id> <move>', `let the customer or the carrier act: ${moves.join(', ')}`)
    .option('--outcome <card>', `how the card of \`pay\` behaves: ${cardOutcomes.join(', ')}`)
    .option(
      '--reason <reason>',
      `why the carrier of \`report_trip\` cannot collect: ${tripReportKinds.join(', ')}`,
    )
    .option(
      '--way-percent <number>',
      'how much of the way is behind the carrier of `drive`, 0 to 100; 100 if absent',
      wholeNumber,
    )
    .option('--disagrees', 'with `answer_trip`: the customer disagrees')
    .option('--by <side>', 'who rates: customer or carrier')
    .option('--stars <number>', 'of a rating, 1 to 5', wholeNumber)
    .action((id: string, move: string, { url, world, json, disagrees, wayPercent, ...more }: Moving) =>
      print(
        {
          method: 'POST',
          path: `/jobs/${requireUuid(id)}/moves`,
          body: { do: move, ...more, way_percent: wayPercent, ...(disagrees && { agrees: false }) },
        },
        { json, ...(url !== undefined && { url }), ...(world !== undefined && { world }) },
      ),
    )
  leaf(
    sandbox,
    'limit <remaining>',
    'use up the calls of the key until so many are left in its window',
  ).action((remaining: string, shown: Shown) =>
    print({ method: 'POST', path: '/limit', body: { remaining: wholeNumber(remaining) } }, shown),
  )
  leaf(sandbox, 'reset', 'delete all jobs of the world, and set its clock to real time').action(
    async (shown: Shown) => {
      await askSandbox({ method: 'DELETE', path: '/world' }, shown)
      say('This world of the sandbox is empty.', shown.json)
    },
  )
}

async function advance(
  { seconds, to = 'next' }: { seconds?: number | undefined; to?: string | undefined },
  shown: Shown,
): Promise<void> {
  const body = seconds === undefined ? { to } : { advance_seconds: seconds }
  const { steps, ...clock } = await moveClock(body, shown)
  if (shown.json) return show({ ...clock, steps }, true)
  show(steps, false)
  const { now, next } = clock as { now: string; next: { at: string; what: string } | null }
  say(
    `It is ${now} there. ${next ? `Next: ${next.what}, ${next.at}.` : 'Nothing else happens by itself.'}`,
    false,
  )
}

/** The service ends a long move early. Further calls do the rest. */
async function moveClock(body: object, of: Of): Promise<Record<string, unknown> & { steps: Rows }> {
  const moved = await askSandbox({ method: 'POST', path: '/clock', body }, of)
  const steps = moved['steps'] as Rows
  const left = moved['remaining_seconds'] as number
  if (left === 0) return { ...moved, steps }
  const rest = await moveClock('to' in body && body.to === 'end' ? body : { advance_seconds: left }, of)
  return { ...rest, steps: [...steps, ...rest.steps] }
}

const print = async (asked: Asked, shown: Shown): Promise<void> =>
  show(await askSandbox(asked, shown), shown.json)

async function list(asked: Asked, member: string, shown: Shown): Promise<void> {
  const answer = await askSandbox(asked, shown)
  show(answer[member] as Rows, shown.json)
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

function worldName(text: string): string {
  if (!new RegExp(worldNamePattern).test(text))
    throw new InvalidArgumentError('It must be 1 to 64 letters, digits, _ and -.')
  return text
}

type Asked = { method?: string; path: string; body?: object }
type Of = Pick<Shown, 'url' | 'world'>

/**
 * Sends a request to the sandbox of a running Dray, with the test key of `DRAY_TEST_KEY`: a key on the command line
 * could be read by other users of the machine. The address is `url`, or the address of this installation; the world is
 * `world`, or the default one.
 *
 * @throws OperatorError without a key, without a response, or with the message of the response.
 */
async function askSandbox(
  { method = 'GET', path, body }: Asked,
  { url, world }: Of,
): Promise<Record<string, unknown>> {
  const { env } = loadSettings(process.env)
  const key = env.DRAY_TEST_KEY
  if (!key) throw new OperatorError('Put a test key into DRAY_TEST_KEY')
  const address = url ?? readConfig(env).baseUrl
  const answer = await fetch(new URL(`/sandbox/v1${path}`, address), {
    method,
    headers: {
      'x-api-key': key,
      ...(world !== undefined && { [worldHeader]: world }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
  }).catch(() => {
    throw new OperatorError(`Nothing answers at ${address}`)
  })
  if (answer.status === 204) return {}
  const told = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  if (!answer.ok) throw new OperatorError(refusal(answer.status, told))
  return told
}

function refusal(status: number, { message, details, moves }: Record<string, unknown>): string {
  const fields = Object.entries((details as Record<string, string> | undefined) ?? {})
  const reasons = fields.map(([field, why]) => `${field} ${why}`)
  const possible = Array.isArray(moves) ? [`possible now: ${moves.join(', ') || 'nothing'}`] : []
  const told = typeof message === 'string' ? message : `The sandbox answered ${status}`
  return [told, ...reasons, ...possible].join('\n')
}
