const breakdown = {
  base_by_size: 'number',
  distance_km: 'number',
  distance_charge_eur: 'number',
  stairs_charge_eur: 'number',
  service_modifier: 'number',
  urgency_modifier: 'number',
} as const

/** What the price of an estimate and of a job have in common, for `assertShape`. */
export const pricingShape = {
  base_price_eur: 'number',
  platform_fee_eur: 'number',
  total_customer_pays_eur: 'number',
  calculation_breakdown: breakdown,
} as const
