import type { NoticeKind } from '#contract/vocabulary.ts'
import type { NoticeFacts, NoticeText } from '../notice.ts'
import { euros, windowText } from './formats.ts'

/** Only where the operator has switched codes on. */
const codeOf = (code: string | null): string => (code ? ` Code for the delivery: ${code}.` : '')

/** Pushes and texts about an event of a job or of a carrier's account. */
export const notices: Record<NoticeKind, (facts: NoticeFacts) => NoticeText> = {
  job_posted: ({ what }) => ({
    title: 'Your job is published',
    body: `${what}. Carriers nearby see it now.`,
  }),
  job_accepted: ({ what, who, code }) => ({
    title: 'A carrier has accepted',
    body: `${who || 'Your carrier'} takes care of it: ${what}.${codeOf(code)}`,
  }),
  collection_due: ({ what, hoursLeft }) => ({
    title: `Collect it within ${hoursLeft} ${hoursLeft === 1 ? 'hour' : 'hours'}`,
    body: `${what}. After that the customer can cancel free of charge, and it counts as a strike.`,
  }),
  collection_overdue: ({ what }) => ({
    title: 'Your carrier is late',
    body: `${what} was not collected in time. Cancel free of charge, or call the carrier.`,
  }),
  time_proposed: ({ what, window }) => ({
    title: window ? `A time is proposed: ${windowText(window)}` : 'A time is proposed',
    body: `${what}. Open it to agree, or to propose another.`,
  }),
  time_agreed: ({ what, window }) => ({
    title: window ? `Agreed: ${windowText(window)}` : 'You have agreed on a time',
    body: `Collection: ${what}.`,
  }),
  time_moved: ({ what, window }) => ({
    title: window ? `New time: ${windowText(window)}` : 'The time has changed',
    body: `You both agreed to move it: ${what}.`,
  }),
  time_in_a_day: ({ what, window }) => ({
    title: window ? `Collection ${windowText(window)}` : 'Collection in a day',
    body: `${what}. If that does not suit any longer, propose another time in good time.`,
  }),
  time_in_an_hour: ({ what, window }) => ({
    title: window ? `In an hour: ${windowText(window)}` : 'Collection in an hour',
    body: `${what}. Please be there, and reachable by phone.`,
  }),
  message_received: ({ what }) => ({ title: 'New message', body: `${what}. Open it to read and answer.` }),
  messages_unread: ({ what }) => ({
    title: 'You have unread messages',
    body: `${what}. Open it to read and answer.`,
  }),
  staff_answered: ({ what }) => ({
    title: 'Our team has answered you',
    body: `${what}. Open it to read the answer.`,
  }),
  job_collected: ({ what, code }) => ({ title: 'Collected', body: `${what} is on its way.${codeOf(code)}` }),
  carrier_arriving: ({ what, who }) => ({
    title: `${who || 'Your carrier'} arrives in about 10 minutes`,
    body: `${what}. Please be there to receive it.`,
  }),
  job_moved_away: ({ what, route }) => ({
    title: 'Another carrier does this job',
    body: `Our team has given it to another carrier: ${what}, ${route}. It does not count against you.`,
  }),
  job_moved_to_you: ({ what, route }) => ({
    title: 'You have a new job',
    body: `Our team has given it to you: ${what}, ${route}. Open it to see the addresses.`,
  }),
  carrier_changed: ({ what, who, code }) => ({
    title: 'You have another carrier',
    body: `${who || 'Another carrier'} takes care of it now: ${what}.${codeOf(code)}`,
  }),
  job_completed: ({ what }) => ({
    title: 'Delivered and paid',
    body: `${what}. All done; you can leave a rating.`,
  }),
  job_charged: ({ what, chargedCents }) => ({
    title: `Delivered, ${euros(chargedCents)} charged`,
    body: `${what}. Something wrong? Tell us within two days.`,
  }),
  job_cancelled_uncollected: ({ what }) => ({
    title: 'The customer has cancelled',
    body: `${what} was not collected, so it counts as a strike. If that is wrong, write to us.`,
  }),
  job_cancelled_by_customer: ({ what, route }) => ({
    title: 'The customer has cancelled',
    body: `${what}, ${route}.`,
  }),
  job_cancelled_by_carrier: ({ what }) => ({
    title: 'The carrier had to cancel',
    body: `${what}. You get everything back, and can start it again with one tap.`,
  }),
  job_offered_again: ({ what }) => ({
    title: 'Your carrier cannot take it',
    body: `${what}. We offer it to others; you need not do anything. You can cancel for free.`,
  }),
  job_cancelled_by_staff: ({ what }) => ({
    title: 'The job was cancelled',
    body: `Our team has cancelled it: ${what}.`,
  }),
  job_cancelled_by_system: ({ what }) => ({
    title: 'The job was cancelled',
    body: `${what}. Open it to see why.`,
  }),
  hold_not_renewed: ({ what }) => ({
    title: 'Your payment needs attention',
    body: `The amount for ${what} could not be held again. Pay again within 24 hours to keep it published.`,
  }),
  payment_wanted: ({ what }) => ({
    title: 'Your job waits for your payment',
    body: `${what}. Pay it, so that carriers see it.`,
  }),
  address_wanted: ({ what }) => ({
    title: 'We need a more exact address',
    body: `${what}. Write street, number and town into the notes of your job.`,
  }),
  delivery_to_confirm: ({ what }) => ({
    title: 'Has it arrived?',
    body: `${what}. The carrier says it is delivered, sooner than the trip usually takes. Please confirm it or tell us what is wrong.`,
  }),
  problem_reported: ({ what }) => ({
    title: 'The customer has told us about a problem',
    body: `${what}. Our team is looking at it. If you have not been paid yet, your payment waits until then.`,
  }),
  problem_resolved: ({ what }) => ({
    title: 'Our team has looked at the problem',
    body: `${what}. Open the job to see what happens next.`,
  }),
  trip_reported: ({ what, who }) => ({
    title: `${who || 'Your carrier'} could not collect it`,
    body: `${what}. Open it and answer within 24 hours. Without an answer the job ends, and may cost what you saw before paying.`,
  }),
  trip_answered: ({ what }) => ({
    title: 'The customer disagrees with your report',
    body: `${what}. Our team decides within three days. You can still collect it.`,
  }),
  trip_ended: ({ what }) => ({
    title: 'The job has ended without a trip',
    body: `${what} could not be collected. Open it to see what is paid.`,
  }),
  payment_refused: ({ what }) => ({
    title: 'Your payment was refused',
    body: `${what}. Please choose another way to pay.`,
  }),
  cost_shared: ({ what, movedCents }) => ({
    title: movedCents ? `${euros(movedCents)} less for you` : 'You bear a part of a refund',
    body: `${what}. Our team has refunded the customer, and you bear this part. It is taken from your next payout.`,
  }),
  tip_received: ({ what, movedCents }) => ({
    title: movedCents ? `A tip for you: ${euros(movedCents)}` : 'A tip for you',
    body: `${what}. You get all of it.`,
  }),
  job_refunded: ({ what, movedCents }) => ({
    title: movedCents ? `You get ${euros(movedCents)} back` : 'You are getting a refund',
    body: `${what}. Open it to see the amount and the date.`,
  }),
  job_nearby: ({ what, route, from, earnsCents }) => ({
    title: `New job${from && ` in ${from}`}: ${euros(earnsCents)}`,
    body: `${what}. ${route}`,
  }),
  carrier_approved: () => ({ title: 'You are approved', body: 'Jobs nearby are waiting for you.' }),
  carrier_rejected: () => ({
    title: 'We could not approve you yet',
    body: 'Open your profile to see why and what to change.',
  }),
  carrier_suspended: () => ({
    title: 'Your carrier account is suspended',
    body: 'Open your profile to see why. You keep the jobs you have accepted.',
  }),
  document_accepted: () => ({
    title: 'Your document is accepted',
    body: 'Open your profile to see until when it is valid.',
  }),
  document_refused: () => ({
    title: 'We could not accept your document',
    body: 'Open your profile to see why, and upload another.',
  }),
  photo_removed: () => ({
    title: 'We removed a photo of yours',
    body: 'Open your profile to see why, and take another.',
  }),
  document_expires: () => ({
    title: 'A document of yours expires soon',
    body: 'Open your profile and upload the new one in time.',
  }),
}
