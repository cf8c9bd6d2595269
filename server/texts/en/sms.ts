import { euros } from './formats.ts'

/** Use only letters of the GSM alphabet here: one other letter can double the cost of an SMS (`server/sms/gsm.ts`). */
export const sms = {
  /** For the sample job in the preview for partners. */
  sampleTitle: 'Three-seat sofa',
  code: (code: string) =>
    `${code} is your sign-in code. It expires in 10 minutes. Do not share it with anyone.`,
  /** The test SMS of staff. */
  test: 'this is a test text. It works.',
  /** The parts of the SMS with the link of a draft. */
  draft: {
    ready: 'your delivery is ready.',
    route: ({ pickup, dropoff }: { pickup: string; dropoff: string }) => `from ${pickup} to ${dropoff}`,
    total: (cents: number) => `Total ${euros(cents)}.`,
    open: 'Review and confirm:',
    app: 'Download the app if you do not have it.',
    noApp: 'No app needed.',
  },
}
