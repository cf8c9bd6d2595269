import type { Mutant } from './mutant.ts'

/** Holds, captures, refunds, payouts, the wallet and the ledger; effects that are made once. */
export const money: readonly Mutant[] = [
  {
    name: 'capture: the fee of a cancellation takes the whole hold',
    file: 'server/jobs/money/capture-or-release.ts',
    from: 'amountCents: Math.min(owed, held.amountCents),',
    to: 'amountCents: held.amountCents,',
    tests: ['spec/decisions-money-cancelled'],
    promise: 'DESIGN 3, Life: after 5 min the fee is 10/15/25/40 € by size',
  },
  {
    name: 'refund: a refund in progress is still refundable',
    file: 'server/payments/payment.ts',
    from: "and ${isUnfinished('refund.status')}))`",
    to: "and ${isUnfinished('refund.status')} and refund.attempts > 0))`",
    tests: ['spec/decisions-money-delivered'],
    promise: 'DESIGN 6, 4: refunds never exceed what was captured',
  },
  {
    name: 'effects: each attempt has another idempotency key',
    file: 'server/payments/effects/claim.ts',
    from: 'newKey = false',
    to: 'newKey = true',
    tests: ['payments/effects-transfers'],
    promise: 'DESIGN 6, 4: the id of the row is the idempotency key of the processor',
  },
  {
    name: 'effects: the outcome of a worker without its claim is settled',
    file: 'server/payments/effects/settle.ts',
    from: 'if (!(await writeEffect(trx, { claim, payment, outcome }))) throw new Overtaken()',
    to: 'await writeEffect(trx, { claim, payment, outcome })',
    tests: ['payments/effects-transfers'],
    promise: 'DESIGN 6, 4: an outcome is stored exactly once',
  },
  {
    name: 'queues: a row is claimed while another worker has its lease',
    file: 'server/db/leased-rows.ts',
    from: "${isUnfinished(`${rows.prefix ?? ''}status`)} and ${column(rows, 'due_at')} <= now()`",
    to: "${isUnfinished(`${rows.prefix ?? ''}status`)}`",
    tests: ['payments/effects-transfers'],
    promise: 'DESIGN 6, 4: one worker makes the call of an effect',
  },
  {
    name: 'ledger: a refund is taken from the wrong account',
    file: 'server/payments/effects/apply.ts',
    from: "giveBack(trx, settled, 'refund', ledgerAccount.captured(payment.id), amountCents)",
    to: "giveBack(trx, settled, 'refund', ledgerAccount.held(payment.id), amountCents)",
    tests: ['payments/effects-captures-and-voids'],
    promise: 'DESIGN 6, 4: the ledger is double-entry and sums to zero',
  },
  {
    name: 'payouts: a transfer goes while the money of its job is blocked',
    file: 'server/payments/effects/queue.ts',
    from: 'sql<boolean>`${belongsTo(of)} and ${isUnblocked}`',
    to: 'sql<boolean>`${belongsTo(of)}`',
    tests: ['spec/decisions-blocked-money'],
    promise: 'DESIGN 6, 13: a carrier is not paid while a problem or a dispute is open',
  },
  {
    name: 'wallet: money of a disputed top-up pays a job',
    file: 'server/payments/wallet/balance.ts',
    from: 'frozenCents(accountId)} >=',
    to: 'frozenCents(accountId)} * 0 >=',
    tests: ['payments/frozen-balance'],
    promise: 'decision 19: while the dispute is open the balance cannot pay jobs',
  },
]
