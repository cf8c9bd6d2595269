import type { Texts } from '../en/index.ts'

export const addresses: Texts['addresses'] = {
  notLocated: 'No hemos podido localizar una de las direcciones, o ninguna de las dos.',
  refused: {
    not_found:
      'No hemos encontrado esta dirección. Escribe la calle, el código postal y el nombre completo de la localidad.',
    ambiguous:
      'Esta dirección puede estar en más de un lugar. Añade el código postal, o la localidad y la provincia.',
    conflict:
      'Esta dirección se contradice: el código postal, la localidad, la provincia o el país no coinciden.',
  },
  unknownWords: (words) =>
    `No sabemos qué es «${words}». Escribe el nombre completo de la localidad, con su código postal y el país si está en el extranjero, o pon la localidad grande más cercana.`,
  unavailable: 'Ahora mismo no podemos localizar direcciones. No se ha guardado nada; vuelve a intentarlo.',
  tooManyLookUps: (minutes) =>
    `Se han consultado demasiados precios y direcciones. Vuelve a intentarlo en ${minutes} min o inicia sesión para seguir.`,
  areaNotLocated: 'No hemos podido localizar la dirección de esta zona.',
  tooManyLookUpsSignedIn: (minutes) =>
    `Has consultado demasiados precios y direcciones. Vuelve a intentarlo en ${minutes} min.`,
  baseNotLocated: 'No hemos podido localizar la dirección de tu base.',
  noTrip: 'Este trayecto no es posible.',
  noRoad: 'No hay carretera entre la recogida y esta dirección.',
  tooFar: ({ km, maxKm }) => `Esta dirección está a ${km} km de la recogida; el máximo es de ${maxKm} km.`,
  disclaimer: {
    same_address: 'Este precio es aproximado; el precio final puede variar.',
    addresses:
      'Este precio es aproximado, porque la distancia es una estimación; el precio final puede variar.',
    postcodes:
      'Este precio es aproximado, porque la distancia se mide entre códigos postales y no de puerta a puerta; el precio final puede variar.',
    town_centres:
      'Este precio es aproximado, porque la distancia se mide entre los centros de las poblaciones y no de puerta a puerta; el precio final puede variar.',
  },
}
