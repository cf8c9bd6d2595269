import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  start: {
    title: 'Nuevo encargo',
    signInFirst:
      'Para ver el precio, entra primero con un código que te enviamos por SMS. Lo que escribas aquí se queda mientras tanto en este dispositivo.',
    signIn: 'Entrar',
    lead: 'Dinos qué hay que llevar y adónde. Verás el precio antes de pagar nada.',
    what: '¿Qué hay que transportar?',
    itemTitle: 'En pocas palabras',
    itemTitleHelp: 'Por ejemplo, «Sofá de tres plazas».',
    description: 'Detalles',
    descriptionHelp: 'Peso, medidas, qué hay que tratar con cuidado.',
    size: '¿Qué tamaño tiene?',
    sizeMissing: 'Elige un tamaño.',
    pickup: '¿Dónde se recoge?',
    dropoff: '¿Dónde se entrega?',
    address: 'Dirección',
    addressHelp: 'Calle, número, código postal y población.',
    floor: 'Planta',
    floorHelp: '0 = planta baja',
    lift: 'Hay ascensor',
    photos: 'Fotos',
    photosHelp: 'Ayudan a los transportistas a decidirse. Hasta {{max}}.',
    addPhoto: 'Añadir fotos',
    removePhoto: 'Quitar la foto {{number}}',
    uploading: 'Subiendo la foto',
    photoRefused_one: 'No se ha podido añadir una foto.',
    photoRefused_other: 'No se han podido añadir {{count}} fotos.',
    estimate: 'Precio estimado',
    checkAddress: {
      pickup: 'Revisa la dirección de recogida',
      dropoff: 'Revisa la dirección de entrega',
    },
    estimateNone: 'Elige un tamaño y escribe las dos direcciones para ver el precio.',
    estimating: 'Calculando el precio',
    review: 'Revisar y pagar',
    clear: 'Vaciar el formulario',
    kept: 'Lo que escribes aquí se guarda en este dispositivo hasta que lo envías.',
  },
}
