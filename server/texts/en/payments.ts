import type { Duration } from '../duration.ts'
import { durationText } from './formats.ts'

/** Cards, the wallet, and payments of jobs. */
export const payments = {
  nothingToPay: 'There is nothing to pay for this job now.',
  priceChanged: 'The price has changed since you saw it. Look at it again before you pay.',
  pending: 'Another payment for this job is in progress. Wait a moment and try again.',
  stillProcessing: 'The payment is still being processed. Please try again in a moment.',
  noCard: 'Choose a card, or save one first.',
  noWalletForTests: 'A test job is paid with a test card, not from the wallet.',
  walletTooLow: 'There is not enough in the wallet. Top it up or pay by card.',
  idTaken: 'This payment was already used for something else. Please try again.',
  captureRunning: 'The payment is already being taken, so this job can no longer be cancelled.',
  cardInUse: 'A payment still needs this card. You can remove it when the job is done.',
  tooManySetups: (wait: Duration) =>
    `You have tried to add many cards in the last 24 hours. To keep cards safe, please wait: you can add the next one in ${durationText(wait)}. A card that you have saved still works.`,
  tooManyRefusals: (wait: Duration) =>
    `Many card payments were not completed in the last 24 hours. To keep cards safe, please wait: you can try again in ${durationText(wait)}.`,
  noTip: 'A tip is possible for a week after the delivery, while the carrier can be paid.',
  tipTooMuch: 'That is more than can still be given for this job.',
  partAboveRefund: 'The carrier cannot bear more than the whole refund.',
  partAboveShare:
    'The carrier cannot bear more than they got from this payment, or has no account any longer.',
  nothingOwed: 'Nothing is owed for this job.',
  blocked:
    'The money of this job is blocked by an early delivery, a reported problem or a dispute. Decide that first.',
  inProgress: 'A payment for this job is in progress.',
  nothingTaken:
    'Nothing has been taken for this job. If money is held for it, cancelling the job releases it.',
  tooMuch: 'That is more than what was taken and not refunded yet.',
  noDispute: 'There is no such dispute.',
  noEffect: 'There is no such call to the processor.',
  nothingToRetry:
    'This call is not waiting for its next attempt: it is settled, or waits for a payout account or a decision.',
  maySucceed:
    'This call is settled, or it may still succeed. It can be settled here once the processor has refused it for good.',
  otherAmount:
    'Another amount is due now than the one that was paid: look at the call again. A refund may have made a payout smaller.',
  referenceTaken: 'This id of the processor belongs to another payment or another amount.',
  bookInstead: 'Compare the payment with the processor instead: what was taken there is booked then.',
  differenceGone: 'The books agree on this by now.',
  differenceChanged: 'This difference has changed. Read it again.',
  differenceStays: 'This difference cannot be booked: the check would still not agree.',
  noPayment: 'There is no such payment.',
  notAtProcessor: 'The processor knows nothing of this payment, so there is nothing to compare.',
}
