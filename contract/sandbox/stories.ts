import { smsStories } from './words.ts'

/**
 * The stories of the sandbox. A test key that creates a job with one of these numbers gets a customer and a carrier who act
 * by themselves. The numbers are the range that the British regulator keeps for films and never gives away, so a partner's own code
 * runs unchanged.
 */

export const storyNames = [
  'by_hand',
  'happy',
  'never_opened',
  'declined',
  'bank_confirmation',
  'nobody_accepts',
  'cancelled_free',
  'cancelled_with_fee',
  'given_back',
  'capture_refused',
  'hold_renewed',
  'renewal_refused',
  'sms_refused',
  'sms_late',
] as const
export type StoryName = (typeof storyNames)[number]

/** `ends`: the status that the partner reads at the end; `gone` for a draft that was deleted. */
export type Story = {
  name: StoryName
  phone: string
  ends: 'draft' | 'completed' | 'cancelled' | 'gone'
  /** What happens, for the guide; times count from the creation. */
  tells: string
}

export const stories: readonly Story[] = [
  {
    name: 'by_hand',
    phone: '+447700900000',
    ends: 'draft',
    tells: 'Nothing happens by itself: you move the job with the moves.',
  },
  {
    name: 'happy',
    phone: '+447700900001',
    ends: 'completed',
    tells:
      'Opened after 5 s, paid and published after 15 s, accepted after 30 s, collected after 60 s, delivered after 90 s, rated after 100 s.',
  },
  {
    name: 'never_opened',
    phone: '+447700900002',
    ends: 'gone',
    tells:
      'The customer never opens the link. After 48 hours the draft is deleted and the status read answers 404.',
  },
  {
    name: 'declined',
    phone: '+447700900003',
    ends: 'gone',
    tells:
      'The bank refuses the card after 15 s and the customer gives up. The draft is deleted after 48 hours.',
  },
  {
    name: 'bank_confirmation',
    phone: '+447700900004',
    ends: 'completed',
    tells:
      'The bank asks for a confirmation after 15 s, which the customer gives after 25 s. Then as the happy story.',
  },
  {
    name: 'nobody_accepts',
    phone: '+447700900005',
    ends: 'cancelled',
    tells:
      'Published after 15 s. Nobody accepts, and after 24 hours the customer cancels. Nothing is charged.',
  },
  {
    name: 'cancelled_free',
    phone: '+447700900006',
    ends: 'cancelled',
    tells: 'Accepted after 30 s; the customer cancels after 60 s, while that is still free.',
  },
  {
    name: 'cancelled_with_fee',
    phone: '+447700900007',
    ends: 'cancelled',
    tells: 'Accepted after 30 s; the customer cancels after 11 minutes and pays the fee.',
  },
  {
    name: 'given_back',
    phone: '+447700900008',
    ends: 'cancelled',
    tells:
      'Accepted after 30 s; the carrier gives the job back after 45 s. The customer gets the whole amount back.',
  },
  {
    name: 'capture_refused',
    phone: '+447700900009',
    ends: 'completed',
    tells:
      'Delivered after 90 s, but the bank does not pay. The job stays `accepted`; the customer pays with another card after 24 hours, and then it is `completed`.',
  },
  {
    name: 'hold_renewed',
    phone: '+447700900010',
    ends: 'completed',
    tells:
      'Published after 15 s. The hold on the card is renewed after six days; a carrier accepts after seven.',
  },
  {
    name: 'renewal_refused',
    phone: '+447700900011',
    ends: 'cancelled',
    tells:
      'Published after 15 s. After six days the bank refuses to renew the hold, carriers do not see the job any more, and a day later it is cancelled.',
  },
  {
    name: 'sms_refused',
    phone: smsStories.refused.phone,
    ends: 'gone',
    tells:
      'The SMS is refused for good: `sms_sent` is false, and the customer never hears of the draft, which is deleted after 48 hours.',
  },
  {
    name: 'sms_late',
    phone: smsStories.late.phone,
    ends: 'completed',
    tells: '`sms_sent` is false; the SMS is sent after 60 s. Then as the happy story, a minute later.',
  },
]

/** Every other number of the range, and every other number, is moved by hand. */
export const storyOf = (phone: string | null): StoryName =>
  stories.find((story) => story.phone === phone)?.name ?? 'by_hand'
