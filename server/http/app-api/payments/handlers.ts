import type { Kysely } from 'kysely'
import type { CardForm, PaymentMethod, paymentOperations, TopUp } from '#contract/app/payments.ts'
import type { PaymentStatus, Tables } from '../../../db/tables.ts'
import { findCustomersJob } from '../../../jobs/find-job.ts'
import { Problem } from '../../../lib/problem.ts'
import { forgetMethod } from '../../../payments/cards/forget.ts'
import { listMethods, removeMethod, type SavedMethod } from '../../../payments/cards/methods.ts'
import { findSetup, readCardSetup, startCardSetup } from '../../../payments/cards/setup.ts'
import { readTopUp, topUp } from '../../../payments/cards/top-up.ts'
import { type EffectNeeds, recheckAuthorization } from '../../../payments/effects/run.ts'
import { type Payment, readPayment } from '../../../payments/payment.ts'
import type { Processor } from '../../../payments/processor.ts'
import { listWalletEntries, readFunds } from '../../../payments/wallet/balance.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'

export type PaymentsNeeds = PaymentNeeds & { kysely: Kysely<Tables> }

/** Cards, the wallet and top-ups. Paying for a job is in `customer/publish-job.ts`. */
export const paymentHandlers: Handlers<typeof paymentOperations, PaymentsNeeds> = {
  listPaymentMethods: (needs) => {
    const { kysely } = needs
    return async ({ caller: { accountId }, query }) => {
      const processor = await processorFor(needs, { accountId, jobId: query.job_id })
      const methods = await listMethods(kysely, { accountId, processor: processor.name })
      return {
        methods: methods.map(presentMethod),
        wallet_cents: (await readFunds(kysely, accountId)).availableCents,
        sandbox: processor === needs.processors.sandbox,
        card_form: presentForm(processor.cardForm),
      }
    }
  },
  removePaymentMethod:
    (needs) =>
    async ({ caller: { accountId }, params }) => {
      const id = params.payment_method_id
      const outcome = await removeMethod(needs.kysely, { id, accountId })
      if (outcome === 'absent') throw notFound
      if (outcome === 'in_use') throw inUse
      await forgetMethod(needs, id)
    },
  readWallet:
    ({ kysely }) =>
    async ({ caller: { accountId } }) => {
      const entries = await listWalletEntries(kysely, accountId)
      const { balanceCents, availableCents } = await readFunds(kysely, accountId)
      return {
        balance_cents: balanceCents,
        available_cents: availableCents,
        entries: entries.map(({ at, kind, amountCents, jobId }) => ({
          at,
          kind,
          amount_cents: amountCents,
          job_id: jobId,
        })),
      }
    },
  startCardSetup: (needs) => {
    const { kysely, baseUrl } = needs
    return async ({ caller: { accountId }, body }) => {
      const { setup_id: id, return_path, job_id: jobId, in_page: inPage = false } = body
      const processor = await processorFor(needs, { accountId, jobId })
      const returnUrl = `${baseUrl}${return_path}?card_setup=${id}`
      const started = await startCardSetup(kysely, { id, accountId, processor, returnUrl, inPage })
      if (!started) throw notFound
      return { setup_id: id, url: started.url, client_secret: started.clientSecret }
    }
  },
  readCardSetup:
    (needs) =>
    async ({ caller: { accountId }, params }) => {
      const setup = await readCardSetup(needs, { id: params.setup_id, accountId })
      if (!setup) throw notFound
      const { id, status, method } = setup
      return { setup_id: id, status, method: method && presentMethod(method) }
    },
  topUpWallet:
    (needs) =>
    async ({ caller: { accountId }, body }) => {
      const payment = await topUp(needs, {
        paymentId: body.payment_id,
        accountId,
        amountCents: body.amount_cents,
        methodId: body.payment_method_id,
        returnUrl: `${needs.baseUrl}${body.return_path}?payment=${body.payment_id}`,
      })
      if (!payment) throw notFound
      return presentTopUp(payment)
    },
  readTopUp:
    (needs) =>
    async ({ caller: { accountId }, params }) => {
      const payment = await readTopUp(needs, { paymentId: params.payment_id, accountId })
      if (!payment) throw notFound
      return presentTopUp(payment)
    },
  fillSandboxCard: (needs) => {
    const {
      kysely,
      processors: { sandbox },
    } = needs
    return async ({ caller: { accountId }, params, body }) => {
      const setup = await findSetup(kysely, { id: params.setup_id, accountId })
      if (setup?.processor !== sandbox.name || !setup.reference) throw notFound
      const { card_number: number, expires_month: expiresMonth, expires_year: expiresYear } = body
      await sandbox.fillCard(setup.reference, { number, expiresMonth, expiresYear })
    }
  },
  confirmSandboxPayment: (needs) => {
    const {
      kysely,
      processors: { sandbox },
    } = needs
    return async ({ caller: { accountId }, params, body }) => {
      const payment = await readPayment(kysely, params.payment_id)
      if (payment?.accountId !== accountId || payment.processor !== sandbox.name || !payment.reference)
        throw notFound
      await sandbox.answerConfirmation(payment.reference, body.approve)
      // Rechecks the payment, as a webhook would.
      await recheckAuthorization(needs, payment.id)
    }
  },
}

const presentForm = (form: Processor['cardForm']): CardForm => ({
  kind: form.kind,
  publishable_key: form.kind === 'stripe' ? form.publishableKey : null,
})

const inUse = new Problem('wrong_state', (t) => t.payments.cardInUse)

export const presentMethod = ({
  id,
  brand,
  lastFour,
  expiresMonth,
  expiresYear,
}: SavedMethod): PaymentMethod => ({
  payment_method_id: id,
  brand,
  last_four: lastFour,
  expires_month: expiresMonth,
  expires_year: expiresYear,
})

function presentTopUp({ id, amountCents, status, actionUrl, refusal }: Payment): TopUp {
  const isRefused = shown[status] === 'refused'
  return {
    payment_id: id,
    amount_cents: amountCents,
    status: shown[status],
    action_url: status === 'action_required' ? actionUrl : null,
    refusal: isRefused ? (refusal ?? 'other') : null,
  }
}

const shown: Record<PaymentStatus, TopUp['status']> = {
  authorizing: 'pending',
  action_required: 'action_required',
  held: 'pending',
  capturing: 'pending',
  captured: 'done',
  releasing: 'refused',
  released: 'refused',
  refused: 'refused',
}

/** `baseUrl`: our public URL, to which pages of the processor redirect back. */
export type PaymentNeeds = EffectNeeds & { baseUrl: string }

/**
 * The processor for the caller's payments: the job's processor, or the live processor without a job.
 *
 * @throws Problem `not_found` when the caller has no such job.
 */
async function processorFor(
  { kysely, processors }: PaymentNeeds,
  { accountId, jobId }: { accountId: string; jobId: string | undefined },
): Promise<Processor> {
  if (!jobId) return processors.of('live')
  const { mode } = await findCustomersJob(kysely, { jobId, customerId: accountId })
  return processors.of(mode)
}
