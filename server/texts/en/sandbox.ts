/** The sandbox, read by the developers of partners. */
export const sandbox = {
  testKeyNeeded: 'The sandbox takes test keys only, and this is a live key.',
  busy: 'This sandbox is being moved right now, or many others are. Try again in a moment.',
  notPossible: 'This move is not possible now; see `moves`.',
  ofPerson: 'A person opened this draft in the app, so the sandbox does not act for its customer.',
  noJob: 'There is no such job in this sandbox; it may have been deleted, or the draft has expired.',
  oneTarget: 'send exactly one of `advance_seconds` and `to`',
  tooFarAhead: 'is refused: this clock is ten years ahead. Throw the world away to begin again',
  badTarget: 'must be `next`, or an instant that is later than `now` and at most 30 days ahead',
  tooLong: ({ mostKm }: { mostKm: number }) =>
    `must be at most ${mostKm} km: this service takes no longer trips`,
  /** What happens; times count from the creation. */
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
      'Accepted after 30 s; the carrier gives the job back after 45 s. The customer gets the whole amount back.',
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
}
