/** The fields of the dialog for an act; each act uses some. */
export type ActValues = {
  reason: string
  amount: string
  carrier: string
  outcome: string
  stop: 'pickup' | 'dropoff'
  /** Latitude and longitude, as typed. */
  position: string
}
