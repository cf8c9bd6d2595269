/** Messages of a job: with the other side, and with the operator about a report. */
export const en = {
  title: 'Messages',
  with: { customer: 'Message {{name}}', carrier: 'Message {{name}}' },
  unnamed: {
    customer: {
      with: 'Message your carrier',
      empty: 'Here you can write to your carrier and send photos.',
      privacy: 'Your carrier does not see this.',
    },
    carrier: {
      with: 'Message the customer',
      empty: 'Here you can write to the customer and send photos.',
      privacy: 'The customer does not see this.',
    },
  },
  names: { customer: 'Carrier', carrier: 'Customer' },
  team: 'Our team',
  withTeam: 'Write to our team',
  readTeam: 'What our team wrote',
  heading: { together: '{{name}}', operator: 'Our team' },
  log: 'Messages',
  empty: {
    together: 'Here you can write to {{name}} and send photos.',
    operator: 'Write here about the report. Our team answers in this conversation.',
  },
  privacy: {
    together:
      'Only the two of you read this. If one of you reports a problem or a message, our team can read it until that is settled.',
    operator: '{{name}} does not see this.',
  },
  absent: 'The messages are shown once you are back online.',
  older: 'Show older messages',
  you: 'You',
  says: '{{name}}:',
  photo: 'Photo, {{when}}',
  ownPhoto: 'Your photo',
  photoGone: 'The photo has been removed.',
  state: {
    sent: 'sent',
    read: 'read',
    sending: 'sending…',
    waiting: 'waits for a connection',
    failed: 'not sent',
  },
  retry: 'Try again',
  discard: 'Delete',
  field: 'Your message',
  send: 'Send',
  addPhoto: 'Send a photo',
  /** Of a message of the other side, to the operator. */
  report: {
    open: 'Report this message',
    lead: 'Our team then reads this conversation and answers you. The other person is not told.',
    what: 'What is wrong with it?',
    kinds: {
      rude: 'It is rude or threatening',
      outside_payment: 'It asks to pay outside of the app',
      other: 'Something else',
    },
    missing: 'Choose one.',
    act: 'Send report',
    back: 'Back',
    done: 'Thank you. Our team looks at it and answers you here.',
    later: 'You are offline. Your report is sent once you are back online.',
    reported: 'You have reported this message.',
  },
  closed: {
    together: 'This conversation has ended.',
    operator: 'This conversation with our team is closed.',
  },
  ends: 'You can read and write here until {{when}}.',
  offline: 'You are offline. What you write is saved on this device and sent later.',
}
