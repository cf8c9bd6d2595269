import type { FastifyRequest } from 'fastify'
import { maxSuggestions, type openOperations } from '#contract/app/open.ts'
import { addressSubject, networkSubject } from '#lib/rate-limiter/address-subject.ts'
import type { RememberingGeocoder } from '../../../geocoding/geocoder.ts'
import type { Asker, CountLookUp } from '../../../geocoding/look-up-caps.ts'
import { type QuoteNeeds, quote } from '../../../jobs/drafts/quote.ts'
import type { ReadExamples } from '../../../jobs/example-jobs.ts'
import { type CarrierTermsNeeds, carrierTerms } from '../../../jobs/queries/carrier-terms.ts'
import type { Caller, Handlers } from '../../mount.ts'
import { presentEstimate } from '../job-view.ts'

export type OpenNeeds = QuoteNeeds &
  CarrierTermsNeeds & {
    geocoder: Pick<RememberingGeocoder, 'suggest'>
    countLookUp: CountLookUp
    readExamples: ReadExamples
  }

/** What people see before they have an account. The body is validated before it is counted. */
export const openHandlers: Handlers<typeof openOperations, OpenNeeds> = {
  priceTrip:
    (needs) =>
    async ({ caller, body, request, language }) => {
      await needs.countLookUp('price', askerOf(caller, request))
      return presentEstimate(await quote(needs, body, null), language)
    },
  suggestAddresses:
    ({ geocoder, countLookUp }) =>
    async ({ caller, body, request }) => {
      await countLookUp('suggestion', askerOf(caller, request))
      const found = await geocoder.suggest?.(body.text)
      return { suggestions: (found ?? []).slice(0, maxSuggestions) }
    },
  readCarrierTerms: (needs) => async () => ({
    examples: await needs.readExamples(),
    ...(await carrierTerms(needs)),
  }),
}

const askerOf = (caller: Caller | null, { ip }: FastifyRequest): Asker =>
  caller
    ? { accountId: caller.accountId }
    : { clientAddress: addressSubject(ip), network: networkSubject(ip) }
