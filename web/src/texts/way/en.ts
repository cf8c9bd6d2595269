/** The way from the pickup to the drop-off, for both sides. */
export const en = {
  title: 'On the way',
  carrier: 'Your carrier',
  arrives: 'Arrives at {{time}}, in {{left}}',
  arrivesAbout: 'Arrives around {{time}}, in about {{left}}',
  arrivesNow: '{{name}} is about to arrive',
  ago: 'Position from {{ago}}.',
  justNow: 'Position from just now.',
  stale:
    'The last position is from {{ago}}, so we do not know when {{name}} arrives. The phone may be without a connection.',
  noArrival: 'We cannot say right now when {{name}} arrives.',
  unknown: '{{name}} does not share a position right now.',
  unread: 'Without a connection we cannot tell where {{name}} is.',
  expected: 'Collected at {{collected}}. We expect the arrival between {{from}} and {{to}}.',
  late: 'Collected at {{collected}}. It should have arrived by {{to}}. If you hear nothing, call {{name}}.',
  ask: {
    title: 'Show the customer where you are?',
    text: 'Then {{name}} sees when you arrive, is there, and need not call. Only this customer sees your position, until you deliver; then we delete it. It works while this page is open, and you can stop at any time.',
    customer: 'the customer',
    yes: 'Share my position',
    no: 'Not now',
    again: 'Share my position with the customer',
  },
  shared_one: 'You share your position with the customer.',
  shared_other: 'You share your position with {{count}} customers.',
  stop: 'Stop',
  stopped: 'You share your position no longer.',
  denied:
    'The browser does not give us your position. Allow it for this page in its settings, then try again.',
  unsupported: 'This device cannot tell where it is.',
  searching: 'Your device does not know where it is right now. We go on trying.',
  again: 'Try again',
} as const
