/**
 * Corrected positions of places that are wrong in the data: municipality code (abroad: country and area) and name, then
 * latitude and longitude, set by hand to three decimals of a degree. Pozuelo de Calatrava was 37 km too far south.
 */
export const corrections: ReadonlyMap<string, { lat: number; lon: number }> = new Map([
  ['13055 Pozuelo de Calatrava', { lat: 38.913, lon: -3.84 }],
  // The other one of this name, on Faial, does not exist.
  ['pt-23 Ribeira Grande', { lat: 37.822, lon: -25.521 }],
])
