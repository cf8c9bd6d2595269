import type { Kysely } from 'kysely'
import type pg from 'pg'
import { warnOfExpiry } from '../accounts/documents/expiry.ts'
import { forgetSignIns } from '../accounts/forget.ts'
import { forgetActivity } from '../activity/write-activity.ts'
import type { Head } from '../audit/chain.ts'
import { createAuditWatch } from '../audit/watch.ts'
import { recheckClosings } from '../closing/close-month.ts'
import { type ReconcileNeeds, reconcileDays } from '../closing/reconcile.ts'
import { sumDays } from '../day-sums/sum-days.ts'
import type { Tables } from '../db/tables.ts'
import { forgetLookUps } from '../geocoding/look-up-caps.ts'
import { deleteExpiredGeocodes } from '../geocoding/store.ts'
import { type InvoiceNeeds, issueDueInvoices } from '../invoices/issue-due.ts'
import { issueStatements } from '../invoices/statements/issue-statements.ts'
import { type CloseLinesNeeds, closeLines } from '../jobs/calls/close-lines.ts'
import { remindOfMessages } from '../jobs/conversation/remind.ts'
import { endDoubts } from '../jobs/doubts/end-doubts.ts'
import { endTripReports } from '../jobs/doubts/end-trip-reports.ts'
import { expireDrafts } from '../jobs/drafts/expire-drafts.ts'
import { deleteOldKeys } from '../jobs/drafts/idempotency.ts'
import { captureBeforeEnd } from '../jobs/money/capture-before-end.ts'
import { endHiddenJobs } from '../jobs/money/end-hidden.ts'
import { payOwed } from '../jobs/money/pay-owed.ts'
import { renewHolds } from '../jobs/money/renew.ts'
import { tellOfDeadline } from '../jobs/notices/deadline.ts'
import { deliverNotices, type NoticeNeeds } from '../jobs/notices/deliver.ts'
import { type ExportNeeds, writeExports } from '../jobs/queries/staff/write-export.ts'
import { jobsInRealTime } from '../jobs/scope.ts'
import { drawRoads, type RoadNeeds } from '../jobs/way/draw-roads.ts'
import { type ArrivalNeeds, estimateArrivals } from '../jobs/way/estimate-arrivals.ts'
import { forgetPositions } from '../jobs/way/share-position.ts'
import { remindOfWindows } from '../jobs/windows/reminders.ts'
import { createJournalMirror } from '../journal/mirror.ts'
import { atMost } from '../lib/at-most.ts'
import { every, type Repeating } from '../lib/every.ts'
import { forgetConfirmations } from '../mail/confirmation.ts'
import { forgetMemberSignIns } from '../members/forget.ts'
import { recordRefusals } from '../members/refused-proofs.ts'
import { forgetRemovedMethods, settleLeftSetups } from '../payments/cards/forget.ts'
import { type EffectNeeds, runDueEffects } from '../payments/effects/run.ts'
import { forgetOldEvents } from '../payments/events/webhook-events.ts'
import { type CollectNeeds, collectOrphans } from '../photos/collect.ts'
import { type RetentionNeeds, removeOldData } from '../privacy/retention.ts'
import { testJobDays } from '../privacy/retention-settings.ts'
import { type PushNeeds, sendDuePushes } from '../push/send.ts'
import { forgetOldPushes } from '../push/subscriptions.ts'
import { forgetWorlds } from '../sandbox/delete-world.ts'
import { forgetHandovers } from '../sms/handover.ts'
import type { SmsNeeds } from '../sms/send.ts'
import { forgetAlerts, tellOfRedEntries } from '../today/alerts.ts'
import { type AlertDeliveryNeeds, deliverAlerts } from '../today/deliver-alerts.ts'
import { watchLedger, watchWholeLedger } from '../today/ledger.ts'
import { forgetSnoozes } from '../today/snooze.ts'
import { type MailNeeds, sendDueMails } from './mails/send-due-mails.ts'
import { sendDueSms } from './send-due-sms.ts'

export type TaskNeeds = SmsNeeds &
  PushNeeds &
  NoticeNeeds &
  MailNeeds &
  AlertDeliveryNeeds &
  EffectNeeds &
  ExportNeeds &
  ReconcileNeeds &
  InvoiceNeeds &
  RetentionNeeds &
  ArrivalNeeds &
  RoadNeeds &
  CloseLinesNeeds & {
    pool: pg.Pool
    kysely: Kysely<Tables>
    /** Without a statement timeout, for what reads many rows: the check of the whole ledger, the sums of days. */
    slowReads: Kysely<Tables>
    photoCollection: CollectNeeds
    /** Outside the database, so it survives the loss of the database. */
    journalFile: string
    /** Also outside the database, the heads of the audit log. */
    headsFile: string
    onHead: (head: Head) => void
    /** How many days the requests of partners are kept. */
    requestLogDays: number
    onTaskError: (task: string, error: unknown) => void
    /** Called after every run, also after a failed run. */
    onTaskRun: (task: string, run: { seconds: number; isDone: boolean; pauseSeconds: number }) => void
    /** Writes the data of `onTaskRun` and `onTaskError`. */
    writeTaskRuns: () => Promise<void>
  }

export type Tasks = { stop: () => Promise<void> }

/**
 * Starts the background tasks. Each task finds its work in rows that were committed together with their cause, and
 * claims a row with a guarded statement. Any number of nodes may run the tasks concurrently, and a crash loses no work.
 *
 * @param pauseFactor multiplies the pauses between runs; tests use short ones.
 */
export function startTasks(needs: TaskNeeds, pauseFactor = 1): Tasks {
  const task = taskStarter(needs, pauseFactor)
  const running = [
    task('send-due-sms', 5, (signal) => sendDueSms(needs, signal)),
    task('deliver-notices', 2, async (signal) => {
      await deliverNotices(needs, signal)
      await sendDuePushes(needs, signal)
    }),
    task('send-due-mails', 5, (signal) => sendDueMails(needs, signal)),
    task('estimate-arrivals', 2, (signal) => estimateArrivals(needs, signal, jobsInRealTime)),
    task('draw-roads', 2, (signal) => drawRoads(needs, signal, jobsInRealTime)),
    task('warn-of-deadlines', 15, (signal) => warnOfDeadlines(needs, signal)),
    task('run-due-effects', 1, (signal) => runDueEffects(needs, signal, 'real time')),
    task('issue-invoices', 2, (signal) => issueDueInvoices(needs, signal)),
    task('issue-statements', 600, (signal) => issueStatements(needs, signal)),
    task('renew-holds', 15, (signal) => renewHolds(needs, signal, jobsInRealTime)),
    task('end-hidden-jobs', 15, (signal) => endHiddenJobs(needs, signal, jobsInRealTime)),
    task('move-blocked-money', 15, async (signal) => {
      await endDoubts(needs, signal, jobsInRealTime)
      await captureBeforeEnd(needs, signal, jobsInRealTime)
    }),
    task('end-trip-reports', 15, (signal) => endTripReports(needs, signal, jobsInRealTime)),
    task('pay-owed', 15, () => payOwed(needs, jobsInRealTime)),
    task('forget-removed-cards', 60, async (signal) => {
      await settleLeftSetups(needs, signal)
      await forgetRemovedMethods(needs, signal)
    }),
    task('expire-drafts', 15, async (signal) => {
      await expireDrafts(needs, signal, 'real time')
      await collectOrphans(needs.photoCollection, signal)
    }),
    task('write-job-exports', 2, (signal) => writeExports(needs, signal)),
    task('mirror-journal', 5, createJournalMirror({ kysely: needs.kysely, file: needs.journalFile })),
    task('watch-audit-log', 300, createAuditWatch(needs)),
    task('remove-old-data', 60, (signal) => removeOldData(needs, signal)),
    task('record-refusals', 5, (signal) => recordRefusals(needs, signal)),
    task('watch-ledger', 5, () => watchLedger(needs)),
    task('watch-whole-ledger', 2, (signal) => watchWholeLedger(needs, signal)),
    task('tell-of-red-entries', 30, () => tellOfRedEntries(needs)),
    task('deliver-alerts', 5, (signal) => deliverAlerts(needs, signal)),
    task('write-task-runs', 5, () => needs.writeTaskRuns()),
    task('reconcile-days', 30, (signal) => reconcileDays(needs, signal)),
    task('sum-days', 15, (signal) => sumDays(needs, signal)),
    task('recheck-closings', 300, () => recheckClosings(needs)),
    ...forgettingTasks(needs, task),
  ]
  return { stop: async () => void (await Promise.all(running.map(({ stop }) => stop()))) }
}

/** Tasks that delete what is past its use. */
const forgettingTasks = (needs: TaskNeeds, task: ReturnType<typeof taskStarter>): Repeating[] => [
  task('close-call-lines', 60, (signal) => closeLines(needs, signal)),
  task('forget-pushes', 60, (signal) => forgetOldPushes(needs.pool, signal)),
  task('forget-worlds', 3_600, (signal) => forgetWorlds(needs, signal, testJobDays(needs.retention))),
  task('forget-idempotency-keys', 60, (signal) => deleteOldKeys(needs.pool, signal)),
  task('forget-sms-handovers', 60, () => forgetHandovers(needs.pool)),
  task('forget-sign-ins', 60, (signal) => forgetAllSignIns(needs, signal)),
  task('forget-webhook-events', 3_600, () => forgetOldEvents(needs.kysely)),
  task('forget-activity', 60, (signal) => forgetActivity(needs, signal)),
  task('forget-positions', 60, () => forgetPositions(needs, jobsInRealTime)),
  task('forget-geocodes', 60, async () => {
    await deleteExpiredGeocodes(needs.kysely)
    await forgetLookUps(needs.kysely)
  }),
  task('forget-snoozes', 3_600, async () => {
    await forgetSnoozes(needs)
    await forgetAlerts(needs)
  }),
]

/**
 * Staggers the first runs: on a slow machine, all tasks starting concurrently would wait for connections and time out
 * together.
 */
const firstRunsAtOnce = 4

function taskStarter({ onTaskRun, onTaskError }: TaskNeeds, pauseFactor: number) {
  const firstRun = atMost(firstRunsAtOnce)
  return (name: string, seconds: number, work: (signal: AbortSignal) => Promise<unknown>): Repeating => {
    const pauseSeconds = seconds * pauseFactor
    const run = (signal: AbortSignal) =>
      measured(work(signal), (ended) => onTaskRun(name, { ...ended, pauseSeconds }))
    let isFirst = true
    const runInTurn = async (signal: AbortSignal) => {
      if (!isFirst) return run(signal)
      isFirst = false
      return firstRun(async () => signal.aborted || run(signal))
    }
    return every(pauseSeconds, runInTurn, (error) => onTaskError(name, error))
  }
}

async function forgetAllSignIns({ pool, kysely }: TaskNeeds, signal: AbortSignal): Promise<void> {
  await forgetSignIns(pool, signal)
  await forgetMemberSignIns(pool, signal)
  await forgetConfirmations(kysely)
}

async function warnOfDeadlines(needs: TaskNeeds, signal: AbortSignal): Promise<void> {
  await tellOfDeadline(needs, signal, jobsInRealTime)
  await remindOfWindows(needs, signal, jobsInRealTime)
  await remindOfMessages(needs, signal, jobsInRealTime)
  await warnOfExpiry(needs.kysely, signal)
}

async function measured(
  work: Promise<unknown>,
  onEnd: (run: { seconds: number; isDone: boolean }) => void,
): Promise<void> {
  const startedAt = performance.now()
  let isDone = false
  try {
    await work
    isDone = true
  } finally {
    onEnd({ seconds: (performance.now() - startedAt) / 1_000, isDone })
  }
}
