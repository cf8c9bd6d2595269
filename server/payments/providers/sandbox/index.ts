import { Type } from 'typebox'
import type { Processor, ProcessorModule } from '../../processor.ts'
import * as authorizations from './authorizations.ts'
import { refused } from './calls.ts'
import type { TypedCard } from './cards.ts'
import * as cards from './cards.ts'
import { sandboxListing } from './listing.ts'
import * as payouts from './payouts.ts'

const env = Type.Object({})

/** A processor, plus the actions that customers and banks take on the pages of a real processor. */
export type Sandbox = Processor & {
  /** @returns false when the card setup is not pending. */
  fillCard: (setupReference: string, card: TypedCard) => Promise<boolean>
  /** @returns false when no confirmation is pending. */
  answerConfirmation: (reference: string, isApproved: boolean) => Promise<boolean>
}

/**
 * The default processor, and the only one for test jobs. Behaves like a real processor, stores its own records in the
 * `sandbox_…` tables, and moves no money. Uses separate transactions, because a real processor would not share ours.
 */
export const sandbox: ProcessorModule<typeof env, Sandbox> = {
  env,
  connect: (_settings, { kysely }) => ({
    name: 'sandbox',
    movesRealMoney: false,
    cardForm: { kind: 'test' },
    startCardSetup: (setup) => cards.startSetup(kysely, setup),
    readCardSetup: (reference) => cards.readSetup(kysely, reference),
    endCardSetup: (reference) => cards.endSetup(kysely, reference),
    fillCard: (reference, card) => cards.fill(kysely, reference, card),
    forgetMethod: (reference) => cards.forget(kysely, reference),
    authorize: (input) => authorizations.authorize(kysely, input),
    readAuthorization: (reference) => authorizations.read(kysely, reference),
    answerConfirmation: (reference, isApproved) => authorizations.confirm(kysely, reference, isApproved),
    capture: (input) => authorizations.capture(kysely, input),
    void: (input) => authorizations.release(kysely, input),
    refund: (input) => payouts.refund(kysely, input),
    readRefund: (reference) => payouts.readRefund(kysely, reference),
    transfer: (input) => payouts.transfer(kysely, input),
    // Test money has no disputes, and no pages for refunds by hand.
    readDispute: () => Promise.reject(refused('there is no such dispute')),
    listRefunds: () => Promise.resolve([]),
    startPayoutSetup: (input) => payouts.startSetup(kysely, input),
    readPayoutAccount: (reference) => payouts.readAccount(kysely, reference),
    probe: () => Promise.resolve(null),
    listing: sandboxListing(kysely),
  }),
}
