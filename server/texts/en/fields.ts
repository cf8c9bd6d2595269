/** Reasons why a field is refused. Each follows the name of the field, or is shown below it. */
export const fields = {
  required: 'is required',
  commonPassword: 'is one of the first that others try; take several words that do not belong together',
  ownWords:
    'is hardly more than your name, your company or this service; take words that nobody would connect with you',
  empty: 'must not be empty',
  short: (length: number) => `must have at least ${length} characters`,
  long: (length: number) => `must have at most ${length} characters`,
  low: (limit: number) => `must be ${limit} or more`,
  high: (limit: number) => `must be ${limit} or less`,
  many: (count: number) => `must have at most ${count} entries`,
  oneOf: (values: string[]) => `must be one of ${values.join(', ')}`,
  wrongForm: 'does not have the right format',
  notAnInstant: 'must be a date and time such as 2030-01-31T10:00:00Z',
  past: 'must be in the future',
  controls: 'must not contain control characters or broken Unicode',
  nothing: 'must have a character that can be seen',
  unseen: 'must be text that can be seen, without invisible or broken characters',
  invalid: 'is not valid',
  type: (names: string[]) => `must be ${names.join(' or ')}`,
  types: {
    string: 'a string',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    object: 'a JSON object',
    array: 'an array',
  },
  phone: 'must be a phone number in E.164 format with country code, such as +34612345678',
  phoneNationalPrefix:
    'has a digit after the country code that is only dialled inside the country: leave it out, as the 0 in +44 0…',
  phoneMexico: 'has a 1 after +52, which Mexican numbers no longer have: leave it out, as in +525512345678',
  phoneArgentina:
    'must have the form of a mobile in Argentina: +54 9, the area code without 0, the number without 15, as in +5491123456789',
  phoneCostly:
    'is a premium-rate, shared-cost, toll-free, personal, pager or satellite number, which this service does not text',
  phoneNotServed: 'is a number of a country that this service does not send SMS to',
  landline: 'is a landline, which cannot receive SMS',
  landlineArgentina:
    'is a landline, which cannot receive SMS; a mobile in Argentina has a 9 after +54, as in +5491123456789',
  photoUrl:
    'must be a public http or https URL of at most 2048 characters, without credentials, on port 80 or 443',
  companyName: 'must be one line of 1 to 60 characters of plain text, without a link',
  pushEndpoint: 'must be the https address of a public push service',
  timeZone: 'must be a time zone such as Europe/Madrid',
  nextPage: 'must be `next` of a page',
  unusableUpload: 'was not uploaded by you in the last day, or is used already',
  picture: 'must be a picture: a JPEG of at most 50 megapixels, a PNG, WebP or GIF of 20, or an AVIF of 16',
  photoOrPosition: 'is needed, or your position',
  callFirst: 'call the customer first',
  arrival: 'is needed, after you accepted the job',
  quickDelivery: 'is needed for a delivery this quick',
}
