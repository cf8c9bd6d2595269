import type { StepType } from '#contract/sandbox/step.ts'

/** The sandbox, read by the developers of partners. */
export const sandbox = {
  testKeyNeeded: 'The sandbox takes test keys only, and this is a live key.',
  busy: 'This world of the sandbox is being moved right now, or two others are. Try again in a second.',
  notPossible: 'This move is not possible now; see `moves`.',
  ofPerson: 'A person opened this draft in the app, so the sandbox does not act for its customer.',
  noJob: 'There is no such job in this sandbox; it may have been deleted, or the draft has expired.',
  oneTarget: 'send exactly one of `advance_seconds` and `to`',
  onlyToEnd: 'can be sent only with `to` as `end`',
  badWorld: 'must be 1 to 64 letters, digits, `_` and `-`',
  tooManyWorlds: ({ max }: { max: number }) =>
    `would be one more than the ${max} worlds of this key; delete one that you do not need`,
  tooFarAhead: 'is refused: this clock is ten years ahead. Delete the world to begin again',
  badTarget: 'must be `next`, `end`, or an instant that is later than `now` and at most 30 days ahead',
  tooLong: ({ maxKm }: { maxKm: number }) =>
    `must be at most ${maxKm} km: this service takes no longer trips`,
  /** The steps of a story; times count from the creation. */
  stories: {
    by_hand: 'Nothing happens by itself: you move the job with the moves.',
    happy:
      'Opened after 5 s, paid and published after 15 s, accepted after 30 s, collected after 60 s, delivered after 90 s, rated after 100 s.',
    never_opened:
      'The customer never opens the link. After 48 hours the draft is deleted and reading its status gives `404`.',
    declined:
      'The bank refuses the card after 15 s and the customer gives up. The draft is deleted after 48 hours.',
    bank_confirmation:
      'The bank asks for a confirmation after 15 s, which the customer gives after 25 s. Then as the happy story.',
    nobody_accepts:
      'Published after 15 s. Nobody accepts, and after 24 hours the customer cancels. Nothing is charged.',
    cancelled_free: 'Accepted after 30 s; the customer cancels after 60 s, while that is still free.',
    cancelled_with_fee: 'Accepted after 30 s; the customer cancels after 11 minutes and pays the fee.',
    given_back:
      'Accepted after 30 s; the carrier gives the job back after 45 s. Another carrier delivers it as another job, with the same hold.',
    customer_absent:
      'Accepted after 30 s. The carrier finds no one at the door and reports it after 16 minutes. The customer does not answer, and 24 hours later the job is cancelled, with the fee of the operator for a wasted trip.',
    time_moved:
      'The customer says when it suits after 10 s. Accepted after 30 s; the carrier takes a wish after 40 s, and both move it by a day after 50 s. They are reminded a day and an hour before, but the carrier does not come. Half an hour after the agreed time the deadline is over, and a minute later the customer cancels free of charge.',
    tipped:
      'Delivered after 90 s; after 110 s the customer gives the carrier a tip. Your job does not change by it.',
    capture_refused:
      'Delivered after 90 s, but the bank does not pay. The job stays `accepted`; the customer pays with another card after 24 hours, and then it is `completed`.',
    hold_renewed:
      'Published after 15 s. The hold on the card is renewed after six days; a carrier accepts after seven.',
    renewal_refused:
      'Published after 15 s. After six days the bank refuses to renew the hold, carriers do not see the job any more, and a day later it is cancelled.',
    sms_refused:
      'The SMS is refused for good: `sms_sent` is false, and the customer never hears of the draft, which is deleted after 48 hours.',
    sms_late: '`sms_sent` is false; the SMS is sent after 60 s. Then as the happy story, a minute later.',
  },
  /** The types of steps, in a table of the guide. */
  steps: {
    created: 'You created the job.',
    sms_sent: 'The SMS with the link was sent.',
    sms_failed: 'The SMS with the link was refused for good.',
    link_opened: 'The customer opened the link.',
    signed_in: 'The customer signed in.',
    card_added: 'The customer added a card.',
    payment_started: 'The customer pays: the bank is asked to hold the amount.',
    confirmation_asked: 'The bank asks the customer to confirm the payment, within 15 minutes.',
    published: 'The amount is held, and carriers nearby see the job.',
    hidden:
      'Carriers do not see the job any more: the hold could not be renewed, or the operator hid the job.',
    shown_again: 'Carriers see the job again.',
    accepted: 'A carrier accepted the job.',
    arriving: 'The customer was told that the carrier is about to arrive.',
    time_wished: 'The customer said when it suits.',
    time_proposed: 'The customer or the carrier proposed a time for the collection.',
    time_agreed: 'The customer and the carrier agreed on a time for the collection.',
    reminded: 'Both were reminded of the agreed time, a day or an hour before.',
    collection_overdue:
      'The agreed time is over, and nothing was collected. The customer may cancel free of charge.',
    trip_reported: 'The carrier reported that the goods cannot be collected.',
    trip_answered: 'The customer agreed or disagreed with the report.',
    trip_term_ended:
      'The time for an answer to the report ended, which then counts; or the time for a decision, and neither side pays.',
    collected: 'The carrier collected the goods.',
    delivered: 'The carrier delivered the goods.',
    completed: 'The job is delivered and paid.',
    rated: 'The customer rated the carrier, or the carrier the customer: `actor` says who.',
    given_back: 'The carrier gave the job back, which cancels it. It goes on as another job.',
    cancelled: 'The customer, the operator or the service cancelled the job. `amount_eur` is the fee.',
    draft_expired: 'The draft expired and was deleted. Only in the `steps` of the clock.',
    hold_done: 'The bank holds the amount.',
    hold_refused: 'The bank did not hold the amount, or the customer did not confirm it.',
    hold_renewed: 'A new hold replaced the one that was about to end.',
    renewal_refused: 'The bank refused to renew the hold.',
    release_done: 'What was still held was released.',
    release_refused: 'The bank did not release the hold.',
    capture_done: 'The money that was held was taken.',
    capture_refused: 'The bank did not pay the money that was held.',
    tip_given: 'The customer gave the carrier a tip. The price of the job does not change.',
    tip_refused: 'The bank refused the tip.',
    payout_done: 'The carrier was paid.',
    payout_refused: 'The payout to the carrier was refused.',
    refund_done: 'The customer got money back that had been taken.',
    refund_refused: 'The refund was refused.',
    other: 'Something that has no type yet. `what` says it in words.',
  } satisfies Record<StepType, string>,
}
