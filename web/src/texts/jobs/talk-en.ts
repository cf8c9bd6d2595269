export const talkEn = {
  title: 'Messages',
  text: 'Each side writes to you alone. They see your answers as from the company.',
  none: 'No message yet.',
  threads: { customer: 'Customer and you', carrier: 'Carrier and you' },
  /** Of several carriers; null once they are erased. */
  former: '{{name}} and you',
  erased: 'An erased carrier',
  about: 'about {{name}}',
  answer: { customer: 'Answer to the customer', carrier: 'Answer to the carrier' },
  send: 'Send answer',
  done: 'Sent',
  waits: 'waits for an answer',
  /** Marks of a message between customer and carrier, and of the report itself. */
  reported: 'reported: {{kind}}',
  reportKinds: { rude: 'rude', outside_payment: 'payment outside', other: 'something else' },
  photo: 'Photo of the message',
  together: 'Customer and carrier',
  count_one: 'They have sent each other {{count}} message.',
  count_other: 'They have sent each other {{count}} messages.',
  read: 'Read their messages',
  readNote: 'The audit log records that you read them.',
  closed:
    'It can be read only while a report waits for a decision, or a reported message is discussed, and only with the carrier whom that is about.',
  empty: 'They have not written to each other.',
} as const
