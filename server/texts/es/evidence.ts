import type { Texts } from '../en/index.ts'

export const evidence: Texts['evidence'] = {
  title: (shortId) => `Entrega ${shortId}`,
  test: 'Un encargo de una clave de prueba: no se movieron ni mercancía ni dinero.',
  trip: (from, to) => `De ${from} a ${to}`,
  total: (euros) => `Total: ${euros}`,
  steps: { collection: 'Recogida por el transportista', delivery: 'Entrega por el transportista' },
  at: (instant) => `Hora: ${instant} (UTC)`,
  received: (instant) => `Recibido por el servidor: ${instant} (UTC)`,
  away: (metres, accuracy) =>
    `Lugar del teléfono: a ${metres} m de la dirección, con un margen de ${accuracy} m`,
  code: {
    used: 'El cliente dijo al transportista el código para la entrega.',
    bypassed: 'Entregado con una foto, sin el código del cliente.',
  },
  noPhoto: 'No se conserva ninguna foto.',
  changes: 'Cambios del encargo y de su dinero (UTC)',
  exported: (instant, by) => `Hecho el ${instant} (UTC) por ${by}`,
}
