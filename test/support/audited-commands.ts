import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Tables } from '../../server/db/tables.ts'
import { newId } from '../../server/lib/ids.ts'
import { startMemberSession } from '../../server/members/session-store.ts'
import { insertMember } from '../../server/members/store.ts'
import { defaultTariff } from '../../server/pricing/tariff.ts'
import { bookEndedMonth } from './audited-closing.ts'
import { messageActs } from './audited-messages.ts'
import { acceptedDeal, completedDeal, deliveredDeal, earlyDelivery, report } from './deals.ts'
import type { Market } from './market.ts'
import { passTime } from './pass-time.ts'
import { andorranRows } from './postal-server.ts'
import { settleMoney } from './run-money-tasks.ts'
import { absentReport, reportedBy } from './wasted-trips.ts'

/** A command that changes something. */
export type AuditedCommand = {
  command: string
  /** Brings about what the command needs. The event is about the first argument, unless it makes what it is about. */
  prepare: (market: Market) => Promise<{ args: string[]; act: string }>
}

const because = ['--reason', 'agreed by phone']

const partnerActs: AuditedCommand[] = [
  {
    command: 'partner create',
    prepare: async () => ({ args: ['--company-name', 'Muebles Sol', ...because], act: 'partner.create' }),
  },
  ...(['update', 'suspend', 'resume'] as const).map((verb) => ({
    command: `partner ${verb}`,
    prepare: async ({ app }: Market) => {
      const { partnerId } = await app.partner()
      if (verb === 'resume')
        await app.db.pool.query('update partner set suspended_at = now() where id = $1', [partnerId])
      const more = verb === 'update' ? ['--company-name', 'Muebles Luna'] : []
      return { args: [partnerId, ...more, ...because], act: `partner.${verb}` }
    },
  })),
  {
    command: 'partner invite',
    async prepare({ app }) {
      const { partnerId } = await app.partner()
      const person = ['--role', 'developer', '--name', 'Ana']
      return { args: ['--partner', partnerId, ...person, ...because], act: 'member.invite' }
    },
  },
  {
    command: 'key create',
    prepare: async ({ app }) => {
      const { partnerId } = await app.partner()
      return { args: ['--partner', partnerId, ...because], act: 'key.create' }
    },
  },
  {
    command: 'key end-overlap',
    async prepare({ app }) {
      const { keyId } = await app.partner()
      await app.db.pool.query(
        `update api_key_secret set replaced_at = now() + interval '1 hour' where key_id = $1`,
        [keyId],
      )
      return { args: [keyId, ...because], act: 'key.end_overlap' }
    },
  },
  ...(['update', 'revoke', 'regenerate'] as const).map((verb) => ({
    command: `key ${verb}`,
    prepare: async ({ app }: Market) => {
      const { keyId } = await app.partner()
      const more = verb === 'update' ? ['--rate-limit', '7'] : []
      return { args: [keyId, ...more, ...because], act: `key.${verb}` }
    },
  })),
]

const invoiceActs: AuditedCommand[] = [
  {
    command: 'invoice continue',
    prepare: async () => ({ args: ['R-2099-000007', ...because], act: 'invoice.continue' }),
  },
]

const draftOf = async (market: Market): Promise<string> => (await market.draft(await market.person())).job_id

const jobActs: AuditedCommand[] = [
  {
    command: 'job withdraw',
    prepare: async (market) => ({ args: [await draftOf(market), ...because], act: 'job.withdraw' }),
  },
  {
    command: 'sms resend',
    prepare: async (market) => {
      const jobId = await draftOf(market)
      await passTime(market.app.db, '2 minutes')
      return { args: [jobId, ...because], act: 'job.resend_sms' }
    },
  },
  {
    command: 'job cancel',
    prepare: async (market) => {
      const { job_id } = await market.posted(await market.person())
      return { args: [job_id, ...because], act: 'job.cancel' }
    },
  },
  {
    command: 'job refund',
    prepare: async (market) => {
      const { job_id } = await completedDeal(market)
      return { args: [job_id, '--amount', '1000', ...because], act: 'job.refund' }
    },
  },
  {
    command: 'job charge',
    prepare: async (market) => {
      const { job_id } = await deliveredDeal(market, { does: 'refused_at_capture' })
      await settleMoney(market.app)
      return { args: [job_id, ...because], act: 'job.charge' }
    },
  },
  {
    command: 'job confirm-delivery',
    prepare: async (market) => {
      const { live } = market.app.dray.payments.processors
      Object.assign(live, { movesRealMoney: true })
      const { job_id } = await earlyDelivery(market)
      Object.assign(live, { movesRealMoney: false })
      return { args: [job_id, ...because], act: 'job.confirm_delivery' }
    },
  },
  {
    command: 'job problem open',
    prepare: async (market) => {
      const { job_id } = await acceptedDeal(market)
      return { args: [job_id, '--kind', 'damaged', ...because], act: 'job.report_problem' }
    },
  },
  ...messageActs,
  {
    command: 'job problem resolve',
    prepare: async (market) => {
      const deal = await acceptedDeal(market)
      await report(deal)
      return { args: [deal.job_id, '--outcome', 'dismiss', ...because], act: 'job.resolve_problems' }
    },
  },
  {
    command: 'job trip-report decide',
    prepare: async (market) => {
      const deal = await acceptedDeal(market)
      await reportedBy(deal, absentReport({ kind: 'wrong_address' }))
      return { args: [deal.job_id, '--outcome', 'dismiss', ...because], act: 'job.decide_trip_report' }
    },
  },
  {
    command: 'payment settle',
    async prepare(market) {
      const { job_id } = await completedDeal(market)
      const { rows } = await market.app.db.pool.query<{ id: string; cents: number }>(
        `select e.id, e.amount_cents as cents from payment_effect e join payment p on p.id = e.payment_id
         where p.job_id = $1 and e.kind = 'transfer'`,
        [job_id],
      )
      const [payout] = rows
      const paid = ['--paid-through', 'outside', '--reference', 'SEPA-17', '--amount', `${payout?.cents}`]
      return { args: [payout?.id ?? '', ...paid, ...because], act: 'payment.settle_outside' }
    },
  },
  {
    command: 'dispute release',
    prepare: async ({ app }) => {
      await app.db.pool.query(
        `insert into dispute (processor, reference, kind, status, reason, amount_cents)
         values ('sandbox', 'dp_1', 'dispute', 'needs_response', 'fraudulent', 100)`,
      )
      return { args: ['dp_1', ...because], act: 'dispute.release' }
    },
  },
]

const personActs: AuditedCommand[] = [
  ...(['suspend', 'resume', 'erase'] as const).map((verb) => ({
    command: `account ${verb}`,
    prepare: async (market: Market) => {
      const { accountId } = await market.person('Ana')
      if (verb === 'resume')
        await market.app.db.pool.query('update account set suspended_at = now() where id = $1', [accountId])
      return { args: [accountId, ...because], act: `account.${verb}` }
    },
  })),
  ...(
    [
      ['approve', 'pending'],
      ['reject', 'pending'],
      ['suspend', 'approved'],
      ['reinstate', 'suspended'],
    ] as const
  ).map(([verb, status]) => ({
    command: `carrier ${verb}`,
    prepare: async (market: Market) => {
      const { accountId } = await market.carrier({ status })
      const more = verb === 'reject' || verb === 'suspend' ? because : []
      return { args: [accountId, ...more], act: `carrier.${verb}` }
    },
  })),
]

const installationActs: AuditedCommand[] = [
  {
    command: 'tariff set',
    prepare: async ({ app }) => {
      const file = path.join(app.dataDir, 'tariff.json')
      await writeFile(file, JSON.stringify(defaultTariff))
      return { args: [file, ...because], act: 'tariff.set' }
    },
  },
  {
    command: 'geo import postcodes',
    prepare: async ({ app }) => {
      const file = path.join(app.dataDir, 'AD.txt')
      await writeFile(file, andorranRows().join('\n'))
      return { args: [file, ...because], act: 'postcodes.import' }
    },
  },
  { command: 'geo setup', prepare: async () => ({ args: ['AD', ...because], act: 'postcodes.import' }) },
  {
    command: 'installation set',
    prepare: async () => ({
      args: ['SERVICE_NAME', 'other', '--end-keys', ...because],
      act: 'installation.set',
    }),
  },
]

const staffActs: AuditedCommand[] = [
  {
    command: 'staff invite',
    prepare: async () => ({ args: ['--role', 'staff', '--name', 'Eva', ...because], act: 'member.invite' }),
  },
  {
    command: 'staff role',
    prepare: async ({ app }) => ({
      args: [await newStaffMember(app.db.kysely), 'staff', ...because],
      act: 'member.change_role',
    }),
  },
  ...(
    [
      ['suspend', 'suspend'],
      ['resume', 'resume'],
      ['end-sessions', 'end_sessions'],
      ['remove', 'remove'],
    ] as const
  ).map(([verb, act]) => ({
    command: `staff ${verb}`,
    prepare: async ({ app }: Market) => {
      const id = await newStaffMember(app.db.kysely)
      if (verb === 'resume')
        await app.db.pool.query('update member set suspended_at = now() where id = $1', [id])
      return { args: [id, ...because], act: `member.${act}` }
    },
  })),
]

/** A member of staff who is signed in. */
async function newStaffMember(kysely: Kysely<Tables>): Promise<string> {
  const id = newId()
  await insertMember(kysely, { id, partnerId: null, name: 'Eva', role: 'viewer', language: 'en' })
  await startMemberSession(kysely, { memberId: id, device: '?' })
  return id
}

const bookActs: AuditedCommand[] = [
  {
    command: 'ledger close',
    prepare: async ({ app }) => ({ args: [await bookEndedMonth(app), ...because], act: 'month.close' }),
  },
  {
    command: 'ledger sum-day',
    prepare: async () => ({ args: ['2026-03-31', ...because], act: 'ledger.sum_day' }),
  },
]

export const auditedCommands = [
  ...[...partnerActs, ...jobActs, ...personActs, ...invoiceActs],
  ...[...installationActs, ...staffActs, ...bookActs],
]
