import assert from 'node:assert/strict'
import type { AdminOperation, PartnerPanelOperation } from '#contract/operation.ts'
import type { TestDray } from './dray.ts'
import { rowHashes } from './row-hashes.ts'
import type { Staff, StaffBrowser } from './staff.ts'
import { until } from './until.ts'

/** Every kind of caller of a surface, by the name of its column. */
export type Callers = {
  app: TestDray
  /** Who makes the things that callers ask about who cannot make any. */
  maker: () => Promise<Staff>
  /** Each of them with a fresh proof, in a new browser. */
  members: Record<string, () => Promise<Staff>>
  outsiders: Record<string, () => StaffBrowser>
  /** Columns of callers who ask about the things of another member, with the name of that member. */
  strangers: Record<string, string>
  /** Lets the last proof of `unproved` be from eleven minutes ago. */
  forgetProof: () => Promise<unknown>
}

/** What is sent; `done` runs after the call has succeeded. */
export type Sent = { input: object; done?: () => void }

export type Cells = {
  operation: AdminOperation | PartnerPanelOperation
  /** The expected response by column. */
  expected: Record<string, string>
  /** Makes what the call is about, as the caller or as `maker`. */
  scene: (caller: Staff) => Promise<Sent>
}

const isGood = (said: string) => said.startsWith('2')

/** The response to each caller. A call that is refused must change no row. */
export async function answersTo(callers: Callers, cells: Cells): Promise<Record<string, string>> {
  const names = Object.keys(cells.expected)
  const strangers = names.filter((name) => callers.strangers[name])
  const others = names.filter((name) => !callers.strangers[name])
  const answered = {
    ...(await askRefused(callers, cells, others)),
    ...(await askAdmitted(callers, cells, others)),
  }
  for (const name of strangers) answered[name] = await askStranger(callers, cells, name)
  return answered
}

/** About one object for all of them. */
async function askRefused(
  callers: Callers,
  { operation, expected, scene }: Cells,
  names: readonly string[],
): Promise<Record<string, string>> {
  const browsers = new Map<string, StaffBrowser>()
  for (const name of names)
    if (!isGood(expected[name] ?? '')) browsers.set(name, await browserOf(callers, name))
  if (browsers.size === 0) return {}
  const { input } = await scene(await callers.maker())
  await callers.forgetProof()
  return unchanged(callers, async () => {
    const answered: Record<string, string> = {}
    for (const [name, browser] of browsers) answered[name] = await said(browser, operation, input)
    return answered
  })
}

/** About a new object for each of them. */
async function askAdmitted(
  callers: Callers,
  { operation, expected, scene }: Cells,
  names: readonly string[],
): Promise<Record<string, string>> {
  const answered: Record<string, string> = {}
  for (const name of names) {
    if (!isGood(expected[name] ?? '')) continue
    const member = await callers.members[name]?.()
    const { input, done } = await scene(member ?? (await callers.maker()))
    if (name === 'unproved') await callers.forgetProof()
    answered[name] = await said(member ?? (await browserOf(callers, name)), operation, input)
    if (member && isGood(answered[name])) done?.()
  }
  return answered
}

async function askStranger(callers: Callers, { operation, scene }: Cells, name: string): Promise<string> {
  const stranger = await browserOf(callers, name)
  const { input } = await scene(
    (await callers.members[callers.strangers[name] ?? '']?.()) ?? assert.fail(name),
  )
  return unchanged(callers, () => said(stranger, operation, input))
}

const browserOf = async (callers: Callers, name: string): Promise<StaffBrowser> =>
  (await callers.members[name]?.()) ?? callers.outsiders[name]?.() ?? assert.fail(name)

async function unchanged<T>({ app }: Callers, run: () => Promise<T>): Promise<T> {
  await until('no examination writes in the background', async () => {
    const running = `select from examination where finished_at is null`
    return (await app.db.pool.query(running)).rowCount === 0
  })
  const before = await rowHashes(app.db.pool)
  const answered = await run()
  const after = await rowHashes(app.db.pool)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  assert.deepEqual({ changed, answered }, { changed: [], answered })
  return answered
}

/** The status, and for an error also its code. */
async function said(browser: StaffBrowser, operation: Cells['operation'], input: object): Promise<string> {
  const { status, body } = await browser.call(operation, input)
  return status < 300 ? String(status) : `${status} ${(body as { error: string }).error}`
}
