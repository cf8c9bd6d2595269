/** The sandbox, read by the developers of partners. */
export const sandbox = {
  testKeyNeeded: 'The sandbox takes test keys only, and this is a live key.',
  busy: 'Another call moves this sandbox right now. Try again in a moment.',
  notPossible: 'This move is not possible now; see `moves`.',
  ofPerson: 'A person opened this draft in the app, so the sandbox does not act for its customer.',
  noJob: 'There is no such job in this sandbox; it may have been deleted, or the draft has expired.',
  oneTarget: 'send exactly one of `advance_seconds` and `to`',
  tooFarAhead: 'is refused: this clock is ten years ahead. Throw the world away to begin again',
  badTarget: 'must be `next`, or an instant that is later than `now` and at most 30 days ahead',
}
