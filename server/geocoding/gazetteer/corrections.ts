/**
 * Places the data puts somewhere else than they are: municipality code and the data's name, then latitude and
 * longitude by hand, to three decimals of a degree. Pozuelo de Calatrava stood 37 km south of itself.
 */
export const corrections: ReadonlyMap<string, { lat: number; lon: number }> = new Map([
  ['13055 Pozuelo de Calatrava', { lat: 38.913, lon: -3.84 }],
])
