/** The variables of a notice's text: no address, no phone number, no surname, because locked screens show it. */
export type NoticeFacts = {
  /** Title of the job. */
  what: string
  /** Place names of pickup and dropoff. */
  route: string
  /** Place name of the pickup; empty if unknown. */
  from: string
  earnsCents: number
  /** The customer's captured amount minus refunds, in cents. */
  chargedCents: number
  /** Of a notice about a tip, a refund or a part of one; 0 if it is not known. */
  movedCents: number
  /** Whole hours until the carrier must have collected, at least 1. */
  hoursLeft: number
  /** First name of the carrier; empty if unknown. */
  who: string
  /** The proposed or agreed window, for a notice about it. */
  window: NoticeWindow | null
  /** What the customer tells the carrier at the delivery; null if no code is asked, and for any other recipient. */
  code: string | null
}

/** In the time zone of the pickup. */
export type NoticeWindow = { startsAt: Date; endsAt: Date; timeZone: string }

export type NoticeText = { title: string; body: string }
