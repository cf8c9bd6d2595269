import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { zoneOf } from '../../lib/place-zone.ts'
import { Problem } from '../../lib/problem.ts'
import { deadlineOf } from '../collection.ts'
import { logEvent } from '../log-event.ts'
import { isReportedUncollected } from '../not-collected.ts'
import { wrongState } from '../refusals.ts'
import type { JobRow } from '../transition.ts'
import { changedMeanwhile, lockOf, type Party, setAgreed, tellOther } from './agree.ts'
import { leftOf, mayAgree, readWindows, readWishes, type WindowRow } from './read-time.ts'
import { type GivenWindow, isAhead, isWithin, type Span, spanOfWindow, windowFault } from './span.ts'

type Trx = Transaction<Tables>

export type Proposal = Party &
  GivenWindow & {
    /** Chosen by the client, so a request whose response was lost can be repeated. */
    windowId: string
    /** The open proposal, else the agreed window, that the person saw; null if there was none. */
    seenId: string | null
  }

/**
 * Customer or carrier proposes a window for the collection, or to move the agreed one (decision 69). It takes the place
 * of the open proposal. A carrier's window within a wish is agreed at once (`mayTakeWish`). A repeated request has no
 * effect.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409), `validation_error` (400).
 */
export async function proposeWindow({ kysely }: { kysely: Kysely<Tables> }, input: Proposal): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await lockOf(trx, input)
    if (await isRepeated(trx, input)) return
    if (!mayAgree(job)) throw wrongState(job)
    const windows = await readWindows(trx, job)
    const open = windows.find(({ status }) => status === 'proposed')
    const agreed = windows.find(({ status }) => status === 'agreed')
    if ((open ?? agreed)?.id !== (input.seenId ?? undefined)) throw changedMeanwhile
    if (leftOf(windows, input.side) === 0) throw noneLeft
    const timeZone = zoneOf(job.pickup)
    const fault = windowFault(input, timeZone, job.now)
    if (fault) throw fault
    const span = spanOfWindow(input, timeZone)
    const isWish =
      input.side === 'carrier' &&
      mayTakeWish(job, windows) &&
      (await isWished(trx, job, span)) &&
      !(await isReportedUncollected(trx, job))
    await replaceProposal(trx, job)
    const window = await insertWindow(trx, job, { input, span, isWish })
    if (isWish)
      return setAgreed(trx, job, { window, by: input.side, accountId: input.accountId, before: null })
    const reason = agreed ? 'proposes to move the time' : 'proposes a time'
    await logEvent(trx, job, { actor: input.side, actorId: input.accountId, reason })
    await tellOther(trx, job, { by: input.side, kind: 'time_proposed' })
  })
}

/** Whether the window was proposed before. @throws Problem when the id belongs to any other window. */
async function isRepeated(trx: Trx, { windowId, jobId, side }: Proposal): Promise<boolean> {
  const known = await trx
    .selectFrom('job_window')
    .select(['job_id', 'proposed_by'])
    .where('id', '=', windowId)
    .executeTakeFirst()
  if (!known) return false
  if (known.job_id !== jobId || known.proposed_by !== side) throw usedElsewhere
  return true
}

/**
 * Whether the carrier can take a wish without asking: until the customer has proposed a time or agreed to one, and
 * until the deadline. A late carrier asks, because the customer may cancel for free by then, and so does one whom the
 * customer has reported.
 */
const mayTakeWish = (job: JobRow & { now: Date }, windows: readonly WindowRow[]): boolean =>
  !windows.some(({ proposed_by, status }) => proposed_by === 'customer' || status === 'agreed') &&
  job.now < (deadlineOf(job) ?? job.now)

async function isWished(trx: Trx, job: JobRow & { now: Date }, span: Span): Promise<boolean> {
  const wishes = await readWishes(trx, job.id)
  return (
    isAhead(span, job.now) &&
    wishes.some(({ starts_at, ends_at }) => isWithin(span, { startsAt: starts_at, endsAt: ends_at }))
  )
}

/** Ends the open proposal: the other side can no longer agree to it. The caller holds the job's lock. */
export const replaceProposal = (trx: Trx, { id }: Pick<JobRow, 'id'>) =>
  trx
    .updateTable('job_window')
    .set({ status: 'replaced' })
    .where('job_id', '=', id)
    .where('status', '=', 'proposed')
    .execute()

type NewWindow = { input: Proposal; span: Span; isWish: boolean }

const insertWindow = (
  trx: Trx,
  { id, carrier_id, now }: JobRow & { now: Date },
  { input: { windowId, side }, span, isWish }: NewWindow,
): Promise<WindowRow> =>
  trx
    .insertInto('job_window')
    .values({
      id: windowId,
      job_id: id,
      carrier_id: carrier_id ?? '',
      proposed_by: side,
      starts_at: span.startsAt,
      ends_at: span.endsAt,
      status: 'proposed',
      is_wish: isWish,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Staff moved the job: what was proposed and agreed with the former carrier ends. The caller holds the job's lock. */
export async function endWindows(trx: Trx, jobId: string): Promise<void> {
  await sql`update job_window set status = 'ended' where job_id = ${jobId} and status in ('proposed', 'agreed')`.execute(
    trx,
  )
  await trx.deleteFrom('window_reminder').where('job_id', '=', jobId).execute()
}

const noneLeft = new Problem('wrong_state', (t) => t.jobs.noProposalLeft)

const usedElsewhere = new Problem('wrong_state', (t) => t.jobs.timeIdTaken)
