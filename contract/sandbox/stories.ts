import { smsStories } from './words.ts'

/**
 * The stories of the sandbox. A test key that creates a job with one of these numbers gets a customer and a carrier who
 * act by themselves. The British regulator reserves the numbers for films and never assigns them, so a
 * partner's code runs unchanged.
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
  'customer_absent',
  'time_moved',
  'tipped',
  'capture_refused',
  'hold_renewed',
  'renewal_refused',
  'sms_refused',
  'sms_late',
] as const
export type StoryName = (typeof storyNames)[number]

/**
 * `ends`: the last status that the partner reads; `gone` for a deleted draft; `as_you_leave_it` if the partner moves
 * the job, and only the end of the draft happens automatically.
 */
export type Story = {
  name: StoryName
  phone: string
  ends: 'as_you_leave_it' | 'completed' | 'cancelled' | 'gone'
}

export const stories: readonly Story[] = [
  {
    name: 'by_hand',
    phone: '+447700900000',
    ends: 'as_you_leave_it',
  },
  {
    name: 'happy',
    phone: '+447700900001',
    ends: 'completed',
  },
  {
    name: 'never_opened',
    phone: '+447700900002',
    ends: 'gone',
  },
  {
    name: 'declined',
    phone: '+447700900003',
    ends: 'gone',
  },
  {
    name: 'bank_confirmation',
    phone: '+447700900004',
    ends: 'completed',
  },
  {
    name: 'nobody_accepts',
    phone: '+447700900005',
    ends: 'cancelled',
  },
  {
    name: 'cancelled_free',
    phone: '+447700900006',
    ends: 'cancelled',
  },
  {
    name: 'cancelled_with_fee',
    phone: '+447700900007',
    ends: 'cancelled',
  },
  {
    name: 'given_back',
    phone: '+447700900008',
    ends: 'cancelled',
  },
  {
    name: 'customer_absent',
    phone: '+447700900012',
    ends: 'cancelled',
  },
  {
    name: 'time_moved',
    phone: '+447700900014',
    ends: 'cancelled',
  },
  {
    name: 'tipped',
    phone: '+447700900013',
    ends: 'completed',
  },
  {
    name: 'capture_refused',
    phone: '+447700900009',
    ends: 'completed',
  },
  {
    name: 'hold_renewed',
    phone: '+447700900010',
    ends: 'completed',
  },
  {
    name: 'renewal_refused',
    phone: '+447700900011',
    ends: 'cancelled',
  },
  {
    name: 'sms_refused',
    phone: smsStories.refused.phone,
    ends: 'gone',
  },
  {
    name: 'sms_late',
    phone: smsStories.late.phone,
    ends: 'completed',
  },
]

/** All other numbers, in the range or not, are moved by hand. */
export const storyOf = (phone: string | null): StoryName =>
  stories.find((story) => story.phone === phone)?.name ?? 'by_hand'
