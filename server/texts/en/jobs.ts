import { counted, dates } from './formats.ts'

/** What customers and carriers read about a job. */
export const jobs = {
  callDirect: 'Call each other directly: the number is on the page of the job.',
  callOver: 'The time in which you can call each other is over.',
  callFailed: 'We cannot connect a call right now. Try again in a minute, or write a message instead.',
  unknown: 'There is no such job; it may have expired.',
  /** Why an act is refused: the present state of the job. */
  is: {
    draft: 'This job has not been published yet.',
    posted: 'This job is published, and no carrier has accepted it yet.',
    accepted: 'A carrier has accepted this job and is on the way.',
    collected: 'The carrier has already collected this job.',
    delivered: 'This job has been delivered; the payment is being completed.',
    completed: 'This job is completed.',
  },
  cancelledBy: {
    customer: 'The customer cancelled this job.',
    carrier: 'The carrier dropped this job.',
    staff: 'Our team cancelled this job.',
    system: 'This job was cancelled because its payment could not be held.',
  },
  taken: 'Another carrier was faster; this job is taken.',
  tooManyOpen: (count: number) =>
    `You have ${counted(count, 'job')} to deliver, the most you can have at once. Finish one first, then you can accept this one.`,
  cancelCostChanged: 'The cancellation fee has just changed. Please check it again before you cancel.',
  suspendedCannotDrop:
    'Your account is suspended, so you cannot drop jobs yourself. If you cannot do this one, please write to support.',
  tooQuick:
    'That was quicker than this trip usually takes. Add a photo of the delivery and tell us why, and we will record it.',
  nothingToConfirm: 'This delivery does not need to be confirmed.',
  ratedAlready: 'You have already rated this job.',
  problemTooLate:
    'This was delivered more than two days ago, so you can no longer report a problem here. Please write to support.',
  arrivedLate:
    'The job ended, or went to another carrier, before this arrived. Our team has been told and will be in touch. If you have the goods, keep them safe and write to us.',
  problemTooOften: 'You have reported this job three times. Our team is looking at it.',
  problemIdTaken: 'This report was already used for something else. Please write it again.',
  noProblemLeft: 'No report of this job is left to decide.',
  onlyInDoubt:
    'No report is left to decide. Only the delivery is in doubt: confirm the delivery to end that.',
  tripEvidence: 'Something is missing in this report. Please add it and send it again.',
  waitLonger: (minutes: number) =>
    `Please wait ${minutes} minutes at the door and call before you report that the customer is not there.`,
  tripReported:
    'You have reported this already, or our team has decided. If you need help, write to support.',
  answeredAlready: 'You have answered this already, or our team has decided.',
  tripEnded: 'The carrier reported that it could not be collected, and the job has ended.',
  tripWithdrawn: 'This report of the carrier no longer counts, so it needs no answer.',
  tripWaits: (by: Date, timeZone: string) =>
    `The carrier has reported that it could not be collected, and you have disagreed. Our team decides by ${dates.dayTime(by, timeZone)}.`,
  tripFar: 'You are too far from the pickup to report this. Report it there, or give the job back.',
  answerTripFirst:
    'Your carrier has reported that it could not be collected. Please answer that first; you see it in your job.',
  timeImpossible: 'This time is not possible. Please choose another.',
  timeChanged: 'The other person has proposed or agreed meanwhile. Please look at it again.',
  timeIdTaken: 'This proposal was already used for something else. Please propose the time again.',
  timeOver: 'This time is over, or almost. Please propose another.',
  noProposalLeft:
    'You have proposed three times already. Please agree to a proposal, wait for one, or call the other person.',
  impossiblePosition: 'This position cannot be right.',
  windowNotBegun:
    'The time on which you agreed has not begun yet. You can also propose another time, or call.',
  talkEnded: 'This conversation has ended, so you can no longer write in it.',
  threadClosed: 'This conversation with our team is closed. If you need help, write to support.',
  unknownMessage: 'There is no such message in this conversation.',
  ownMessage: 'You can only report what the other person wrote.',
  /** What a person who reports a message says to the operator, in their thread. */
  messageReports: {
    rude: 'I report a message: it is rude or threatening.',
    outside_payment: 'I report a message: it asks to pay outside of the app.',
    other: 'I report a message: something else is wrong with it.',
  },
  messageIdTaken: 'This message was already used for something else. Please write it again.',
  tooManyMessages: 'You have sent many messages in a short time. Please wait a little.',
  tooManyInJob: 'This job has very many messages. Please call, or write to support.',
  noTripReport: 'The carrier has no report that can be decided like this.',
  reportsChanged: 'The reports of this job have changed meanwhile. Look at them again, then decide.',
  pins: {
    partners: 'The company that sent this job set its addresses. Write in the notes how to find the door.',
    changed: 'The places have just changed. Look at them again.',
    tooFar: (km: number) =>
      `This is too far from the address: at most ${km} km. For another place, start the job with its address.`,
  },
  idTaken: 'Another job was already started with this id. Please start again.',
  tooManyDrafts:
    'You have many jobs that are not paid yet. Pay for one of them, or continue when they have expired.',
  goesOn:
    'We are offering this job to other carriers already, with the same payment. You find it among your jobs.',
  dataDeleted: 'The details of this job have been deleted because it ended long ago. Please start a new one.',
  proofMissing: 'A photo is needed here. Take one and send it again.',
  deliveryCodeMissing:
    'The customer has a code for this delivery. Type it, or take a photo and send it without.',
  deliveryCodeWrong: (left: number) =>
    `That is not the code of this customer. You can try ${left === 1 ? 'once more' : `${left} more times`}, or send a photo without the code.`,
  noCodeTriesLeft:
    'That was wrong too often. Take a photo and send it without the code, or call the customer.',
  photoUnusable: 'One of the photos cannot be used. Please add it again.',
  photoTooSlow: 'The photo did not arrive: the connection is too slow at the moment. Please try again.',
  photoTooLarge: 'This photo is too large. Use one of at most 8 MB.',
  notAPhoto: 'This is not a photo. Use JPEG, PNG, WebP, AVIF or GIF.',
  otherFormat: (found: string) =>
    `A file in the format ${found} cannot be used as a photo. Use JPEG, PNG, WebP, AVIF or GIF.`,
  noPicture: 'This file cannot be used as a photo. Use JPEG, PNG, WebP, AVIF or GIF.',
  tooManyUploads: 'Too many photos are being uploaded at once. Please send them one after the other.',
  tooManyPhotos: 'You have uploaded many photos that no job uses. Please continue tomorrow.',
}
