import { type RawBuilder, sql } from 'kysely'
import { isBlockingDispute } from './blocking-disputes.ts'
import { ledgerAccount } from './ledger.ts'

/**
 * An SQL expression: cents of a wallet that cannot pay jobs while a top-up is disputed (decision 19). It is the disputed
 * amount, but not more than what was in the wallet when the last dispute came plus what payments from before have given
 * back since: a later top-up stays available. A fraud warning names no amount and concerns its whole top-up.
 *
 * The result may exceed the present balance, after a payment that ran at the same moment as the news of the dispute.
 */
export function frozenCents(accountId: string): RawBuilder<number> {
  const wallet = ledgerAccount.wallet(accountId)
  return sql<number>`(
    select greatest(0, least(coalesce(disputed.cents, 0), (
      select coalesce(sum(case when credit = ${wallet} then ledger_transfer.amount_cents else -ledger_transfer.amount_cents end), 0)
      from ledger_transfer left join payment on payment.id = ledger_transfer.payment_id
      where ${wallet} in (debit, credit) and (ledger_transfer.at <= disputed.since
        or (ledger_transfer.kind in ('release', 'refund') and payment.created_at <= disputed.since)))))::integer
    from (
      select sum(least(top_up.left_cents, top_up.cents)) as cents, max(top_up.since) as since from (
        select payment.captured_cents - payment.refunded_cents as left_cents, max(dispute.opened_at) as since,
          sum(case dispute.kind when 'dispute' then dispute.amount_cents
            else payment.captured_cents - payment.refunded_cents end) as cents
        from dispute join payment on payment.id = dispute.payment_id
        where payment.account_id = ${accountId} and payment.purpose = 'top_up' and ${isBlockingDispute}
        group by payment.id) as top_up) as disputed)`
}
