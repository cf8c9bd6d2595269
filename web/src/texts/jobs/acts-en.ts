/** The acts of staff on a job. */
export const actsEn = {
  ask_payment: {
    act: 'Ask for the payment',
    text: 'The customer gets a notice, or a text without the app, with the link to pay; at most every four hours.',
    will: '',
    done: 'The customer is asked to pay.',
  },
  ask_address: {
    act: 'Ask for the address',
    text: 'The customer gets a notice, or a text without the app, and writes the exact address into the notes of the job; at most every four hours.',
    will: '',
    done: 'The customer is asked for the address.',
  },
  set_pin: {
    act: 'Set on the map',
    text: 'Carriers see the new point. Price and distance stay as they were shown to the customer and the partner.',
    will: '',
    done: 'The point is set.',
  },
  renew_hold: {
    act: 'Renew the hold',
    text: 'Holds the price again on the card that was used last, and frees the old hold.',
    will: '',
    done: 'The renewal is queued.',
  },
  cancel: {
    act: 'Cancel the job',
    text: 'The customer gets everything back.',
    will: 'The job will be cancelled',
    done: 'The job is cancelled.',
  },
  charge: {
    act: 'Charge again',
    text: 'Takes what is owed from the card that was used last.',
    will: '',
    done: 'The charge is queued.',
  },
  refund: {
    act: 'Give money back',
    text: 'The platform bears it, unless you decide a part for the carrier.',
    will: 'Money will be given back',
    done: 'The refund is queued.',
  },
  resend_text: {
    act: 'Text the link again',
    text: 'The same text to the same number.',
    will: '',
    done: 'The text is queued.',
  },
  hide: {
    act: 'Hide from carriers',
    text: 'It stays published, and its customer can cancel it free of charge.',
    will: '',
    done: 'The job is hidden.',
  },
  unhide: {
    act: 'Show to carriers',
    text: 'Puts it back into the list of the carriers.',
    will: '',
    done: 'The job is shown again.',
  },
  withdraw: {
    act: 'Delete the draft',
    text: 'Its link stops working at once.',
    will: 'The draft will be deleted',
    done: 'The draft is deleted.',
  },
  decide: {
    act: 'Decide the reports',
    text: 'Read what was reported, and choose who is right.',
    will: '',
    done: 'The reports are decided.',
  },
  decide_trip: {
    act: "Decide the carrier's report",
    text: 'The carrier could not collect it. Read both sides, and choose who is right.',
    will: '',
    done: 'The report is decided.',
  },
  confirm_delivery: {
    act: 'Confirm the delivery',
    text: 'Ends the doubt, and the payment goes through.',
    will: '',
    done: 'The delivery is confirmed.',
  },
  reassign: {
    act: 'Move to another carrier',
    text: 'Before collection. The old carrier is told and gets no strike.',
    will: '',
    done: 'The job has another carrier.',
  },
} as const
