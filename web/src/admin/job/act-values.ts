/** The fields of the dialog for an act; each act uses some. */
export type ActValues = {
  reason: string
  amount: string
  /** How much of the amount the carrier bears. */
  carrierPart: string
  /** The payment that is refunded; empty for the first. */
  paymentId: string
  carrier: string
  outcome: string
  stop: 'pickup' | 'dropoff'
  /** Latitude and longitude, as typed. */
  position: string
}
