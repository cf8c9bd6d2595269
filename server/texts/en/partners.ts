/** The partner API, read by the developers of partners. */
export const partners = {
  keyMissing: 'Send your API key in the header X-API-Key.',
  keyUnknown: 'The API key in the header X-API-Key is not valid: copy all of it, and send it once.',
  keyRevoked: 'This API key is revoked.',
  keyReplaced: 'This API key was replaced by a new one; use the new value.',
  keyExpired: 'This API key has expired.',
  keyInactive: 'This API key is inactive.',
  fieldsNotValid: 'Some fields are not valid; see `details`.',
  headerNotValid: 'A header is not valid; see `details`.',
  idempotencyKey: 'must be 1 to 255 visible ASCII characters',
  keyReused: 'This Idempotency-Key was used with another body. Use a new key for a new job.',
  keyInProgress: 'The first call with this Idempotency-Key has not finished. Try again in a moment.',
  sameKeys: 'Another call with the same keys was faster. Please try again.',
  duplicate: 'A job with this external_reference already exists.',
  noJob: 'There is no such job; it may have been deleted, or the draft has expired.',
  foreignJob: 'This job was not created with this API key.',
  nextStep: 'The customer has to review, pay and publish the job in the app before it expires.',
  sms: {
    retrying:
      'The SMS is not sent yet and is tried again. Do not create the job again; you may show the customer the link.',
    refused:
      'The SMS was refused and is not tried again. Do not create the job again: show the customer the link.',
    unreachable:
      'This number never receives the SMS or a sign-in code, as it is a landline. Ask the customer for a mobile number and create a new job with it, under a new external_reference; this draft expires.',
    argentine:
      'This number never receives the SMS or a sign-in code, as it is a landline: mobiles in Argentina have a 9 after +54. Ask the customer for a mobile number and create a new job with it, under a new external_reference; this draft expires.',
  },
  photosUnusable: 'Some photos cannot be used; see `details`.',
  restarting: 'The service is restarting. Nothing was stored; please try again.',
  tooManyDrafts: 'Too many jobs are being created right now. Nothing was stored; please try again.',
}
