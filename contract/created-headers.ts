import type { Header } from './operation.ts'
import { smsStatuses } from './vocabulary.ts'

/** What the 201 of a create says beside its body. */
export const createdHeaders = {
  Location: { description: 'Where to read the status of the job.', schema: { type: 'string' } },
  Link: {
    description:
      'With `rel="alternate"`: the link of the SMS, which opens the draft in a browser. Show this one to your user.',
    schema: { type: 'string' },
    required: true,
  },
  'X-SMS-Status': {
    description:
      'What becomes of the SMS, as a program reads it. `sent`: it was accepted for sending. `retrying`: it comes later. ' +
      '`refused`: it was refused, or a daily limit is reached, and it is not sent again; show your user the link. ' +
      '`unreachable`: the number receives no SMS, and so no sign-in code either; ask for a mobile number and create a ' +
      'new job with it. A replay has the value of the first response.',
    schema: { type: 'string', enum: [...smsStatuses] },
    required: true,
  },
  'Idempotent-Replayed': {
    description: '`true` when this response repeats an earlier one.',
    schema: { type: 'string' },
  },
} satisfies Record<string, Header>
