import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { ProviderError } from '../lib/provider-error.ts'
import type { SmsProvider, SmsProviders } from './provider.ts'
import { type Claim, recordAsked } from './store.ts'

type Needs = {
  kysely: Kysely<Tables>
  /** Called with the refusal of each provider after which another one was asked. */
  onSmsError: (error: Error) => void
}

/** The provider that has accepted an SMS, and its id there. */
export type Accepted = { provider: string; messageId: string | null }

/**
 * Asks the providers in their order. The next one is asked only after a definite refusal: an SMS that may have been
 * sent stays with its provider, also in later attempts, because another provider could send it a second time. None is
 * asked after a recipient has opted out at one. The row names each provider before it is asked.
 *
 * @returns the error that decides about a retry: an unknown outcome, else a refusal that may pass, else the last one.
 */
export async function askProviders(
  needs: Needs,
  providers: SmsProviders,
  sms: Claim & { body: string },
): Promise<Accepted | ProviderError> {
  if (sms.unknownOutcomes > 0 && providers[0].delivers) return askAgain(providers, sms)
  const refusals: ProviderError[] = []
  let answer: Accepted | ProviderError = notWritten
  let written = sms.provider
  for (const provider of providers) {
    if (provider.name !== written && !(await isWritten(needs, sms, provider.name))) break
    written = provider.name
    answer = await send(provider, sms)
    if (!(answer instanceof ProviderError) || answer.outcome === 'unknown') break
    refusals.push(answer)
    if (answer.isUnwanted) break
  }
  const decisive =
    answer instanceof ProviderError && answer.outcome === 'refused' && !answer.isUnwanted
      ? (refusals.find(({ retryable }) => retryable) ?? answer)
      : answer
  for (const refusal of refusals) if (refusal !== decisive) needs.onSmsError(refusal)
  return decisive
}

/** Asks the provider that may have sent the SMS: first whether it knows it, if it can be asked that. */
async function askAgain(providers: SmsProviders, sms: Claim & { body: string }) {
  const provider = providers.find(({ name }) => name === sms.provider)
  if (!provider)
    return new ProviderError(sms.provider, 'no longer chosen', { retryable: false, outcome: 'unknown' })
  const found = await find(provider, sms.id)
  return found ?? send(provider, sms)
}

async function find(provider: SmsProvider, id: string): Promise<Accepted | ProviderError | null> {
  if (!provider.find) return null
  try {
    const found = await provider.find(id, AbortSignal.timeout(timeoutMs))
    return found && { provider: provider.name, messageId: found.messageId }
  } catch (error) {
    return asProviderError(provider, error)
  }
}

async function send(
  provider: SmsProvider,
  { id, to, body }: { id: string; to: string; body: string },
): Promise<Accepted | ProviderError> {
  try {
    const { messageId } = await provider.send({ id, to, body }, AbortSignal.timeout(timeoutMs))
    return { provider: provider.name, messageId }
  } catch (error) {
    return asProviderError(provider, error)
  }
}

/** False when the claim is lost, or the database does not answer: then the provider must not be asked. */
const isWritten = ({ kysely, onSmsError }: Needs, claim: Claim, provider: string): Promise<boolean> =>
  recordAsked(kysely, claim, provider).catch((error: unknown) => {
    onSmsError(error instanceof Error ? error : new Error('sms: provider not written'))
    return false
  })

/**
 * An unexpected error may have happened after the SMS was sent, so its outcome is unknown. Its message may quote
 * personal data, so only its name is kept.
 */
function asProviderError(provider: SmsProvider, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const name = error instanceof Error ? error.name : typeof error
  return new ProviderError(provider.name, `unexpected ${name}`, { retryable: true, outcome: 'unknown' })
}

const notWritten = new ProviderError('sms', 'provider not written', { retryable: true, outcome: 'refused' })

/** Reliability rule: timeout of a request to an SMS provider. */
const timeoutMs = 5_000
