import { showAccount } from './accounts.ts'
import { showSession, showSetup } from './cards.ts'
import { showDispute, showWarning } from './disputes.ts'
import { refundOf, showRefund } from './refunds.ts'
import { invalid } from './refusal.ts'
import { showCharge, showIntent } from './show-intent.ts'
import { found, type State } from './state.ts'

/** The object with this id as an event would contain it. */
export function showObject(state: State, id: string): object {
  if (state.intents.has(id)) return showIntent(state, found(state.intents, id))
  if (state.sessions.has(id)) return showSession(state, id, new URLSearchParams())
  if (state.setups.has(id)) return showSetup(state, id, new URLSearchParams())
  if (state.accounts.has(id)) return showAccount(state, id)
  if (id.startsWith('re_')) return showRefund(state, refundOf(state, id))
  if (state.disputes.has(id)) return showDispute(state, id)
  if (state.warnings.has(id)) return showWarning(state, id)
  const intent = [...state.intents.values()].find(({ chargeId }) => chargeId === id)
  if (!intent) throw invalid('resource_missing', { status: 404 })
  return showCharge(state, intent)
}
