import { type Call, centsOf, listPage, metadataOf, needed, only } from './form.ts'
import { isEffective } from './refunds.ts'
import { invalid } from './refusal.ts'
import { found, newId, nowSeconds, type State, type Transfer, totalCents } from './state.ts'

const showTransfer = ({ settings }: State, transfer: Transfer) => ({
  id: transfer.id,
  object: 'transfer',
  amount: transfer.amountCents,
  amount_reversed: transfer.reversedCents,
  balance_transaction: `txn_${transfer.id}`,
  created: transfer.created,
  currency: 'eur',
  description: null,
  destination: transfer.destination,
  livemode: settings.isLive,
  metadata: transfer.metadata,
  reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${transfer.id}/reversals` },
  reversed: transfer.reversedCents === transfer.amountCents,
  source_transaction: transfer.sourceCharge,
  source_type: 'card',
  transfer_group: null,
})

/** Remaining amount for transfers with this `source_transaction`, which may use pending money of the charge. */
const leftOf = ({ captures, transfers }: State, chargeId: string): number =>
  totalCents(captures.filter(({ id }) => id === chargeId)) -
  totalCents(transfers.filter(({ sourceCharge }) => sourceCharge === chargeId))

/** Available balance, without pending money: the source of all other transfers. */
function availableCents({ captures, refunds, transfers, settledCharges }: State): number {
  const settled = captures.filter(({ id }) => settledCharges.has(id))
  const refunded = refunds.filter(
    ({ intentId, status }) => isEffective(status) && settled.some((each) => each.intentId === intentId),
  )
  const spent = transfers.filter(({ sourceCharge }) => !sourceCharge || settledCharges.has(sourceCharge))
  return totalCents(settled) - totalCents(refunded) - totalCents(spent)
}

export const showBalance = (state: State) => ({
  object: 'balance',
  livemode: state.settings.isLive,
  available: [
    { amount: availableCents(state), currency: 'eur', source_types: { card: availableCents(state) } },
  ],
  pending: [],
})

export function transfer(state: State, { form, key }: Call) {
  only(form, ['amount', 'currency', 'destination', 'source_transaction'])
  const amountCents = centsOf(form, 'amount')
  const destination = needed(form, 'destination')
  const sourceCharge = form.get('source_transaction')
  if (!found(state.accounts, destination).done) throw invalid('insufficient_capabilities_for_transfer')
  const coveredCents = sourceCharge ? leftOf(state, sourceCharge) : availableCents(state)
  if (coveredCents < amountCents) throw invalid('balance_insufficient')
  const entry = {
    id: newId('tr'),
    amountCents,
    key,
    destination,
    sourceCharge,
    reversedCents: 0,
    metadata: metadataOf(form),
    created: nowSeconds(),
  }
  state.transfers.push(entry)
  return showTransfer(state, entry)
}

export const listTransfers = (state: State, { form }: Call) =>
  listPage(
    state.transfers.filter(({ destination }) => destination === (form.get('destination') ?? destination)),
    form,
    (entry) => showTransfer(state, entry),
  )
