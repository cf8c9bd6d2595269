import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  suggest: {
    list: 'Direcciones sugeridas',
    found_one: '{{count}} sugerencia. Elígela con las flechas.',
    found_other: '{{count}} sugerencias. Elige una con las flechas.',
  },
  pins: {
    lead: 'Comprueba los dos puntos: el transportista irá hasta ellos.',
    open: 'Marcar los lugares exactos',
    title: 'Los lugares exactos',
    which: 'Qué lugar',
    pickup: 'Recogida',
    dropoff: 'Entrega',
    note: 'Toca el lugar o mueve el punto con los botones. Tiene que quedar dentro del círculo.',
    away: 'El punto está a {{distance}} de donde encontramos la dirección.',
    home: 'El punto está donde encontramos la dirección.',
    tooFar: 'Queda fuera del círculo. Si es otro lugar, empieza el encargo con su dirección.',
    move: 'Mover el punto {{metres}} m',
    step: 'Cuánto se mueve con cada toque',
    north: 'Norte',
    south: 'Sur',
    west: 'Oeste',
    east: 'Este',
    reset: 'Volver a la dirección',
    save: 'Guardar este lugar',
    saveBoth: 'Guardar los dos lugares',
    savedBoth: 'Lugares guardados. El precio no cambia.',
    pricedBoth: 'Lugares guardados. El precio es ahora de {{total}}.',
    saved: 'Lugar guardado. El precio no cambia.',
    priced: 'Lugar guardado. El precio es ahora de {{total}}.',
  },
  changed: {
    title: 'El precio ha cambiado',
    distance: 'Ahora es de {{now}} en lugar de {{before}}: el trayecto es ahora de {{distance}}.',
    tariff: 'Ahora es de {{now}} en lugar de {{before}}: los precios han cambiado desde que lo viste.',
  },
}
