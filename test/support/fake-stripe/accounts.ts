import { type Call, metadataOf, needed, only } from './form.ts'
import { invalid } from './refusal.ts'
import { found, newId, type State } from './state.ts'

export function showAccount({ accounts }: State, id: string) {
  const { done, metadata } = found(accounts, id)
  return {
    id,
    object: 'account',
    capabilities: { transfers: done ? 'active' : 'inactive' },
    details_submitted: done,
    payouts_enabled: done,
    metadata,
  }
}

export function createAccount(state: State, { form }: Call) {
  only(form, ['controller', 'capabilities'])
  if (form.get('controller[stripe_dashboard][type]') !== 'express') throw invalid('parameter_invalid')
  if (form.get('capabilities[transfers][requested]') !== 'true') throw invalid('parameter_invalid')
  const id = newId('acct')
  state.accounts.set(id, { id, done: false, returnUrl: null, metadata: metadataOf(form) })
  return showAccount(state, id)
}

export function createAccountLink({ accounts, settings }: State, { form }: Call) {
  only(form, ['account', 'type', 'refresh_url', 'return_url'])
  found(accounts, needed(form, 'account')).returnUrl = form.get('return_url')
  return { object: 'account_link', url: `${settings.url()}/onboarding/${needed(form, 'account')}` }
}

export function createLoginLink({ accounts, settings }: State, { id }: Call) {
  if (!found(accounts, id).done) throw invalid('account_invalid')
  return { object: 'login_link', url: `${settings.url()}/dashboard/${id}` }
}
