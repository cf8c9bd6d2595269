export type Located = {
  outcome: 'located'
  lat: number
  lon: number
  precision: 'postcode' | 'locality'
  /** Radius in kilometres within which the true point is expected. */
  uncertaintyKm: number
  locality: string | null
  postcode: string | null
  /** Spanish province, the first two digits of its postcodes. */
  provinceCode: string | null
  /** ISO 3166, lower case. */
  countryCode: string
  /** 0 to 1. */
  confidence: number
}
