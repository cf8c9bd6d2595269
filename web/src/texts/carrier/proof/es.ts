import type { SameTexts } from '../../texts.ts'
import type { proof as en } from './en.ts'

export const proof: SameTexts<typeof en> = {
  collection: {
    photo: 'Foto de lo que recoges',
    help: 'Te protege si alguien pregunta en qué estado te lo dieron. La ve el cliente.',
    needed: 'Hace falta en este encargo: muestra en qué estado te lo dieron. La ve el cliente.',
    missing: 'Haz una foto de lo que recoges.',
    preview: 'Tu foto de la recogida',
  },
  delivery: {
    photo: 'Foto de la entrega',
    help: 'Te protege si alguien pregunta dónde quedó. La ve el cliente.',
    needed: 'Aquí hace falta: demuestra que ha llegado todo. La ve el cliente.',
    missing: 'Haz una foto de la entrega.',
    preview: 'Tu foto de la entrega',
  },
  take: 'Hacer una foto',
  again: 'Hacer otra foto',
  remove: 'Quitar la foto',
  saved: 'Tu foto ya está guardada.',
  photoWaits: 'Tu foto está guardada con ello.',
  photoRefused: 'No se ha podido guardar la foto; lo demás sí se envía.',
  place: {
    add: 'Añadir dónde estoy',
    help: 'Opcional. El cliente ve a qué distancia de la dirección estabas.',
    locating: 'Buscando tu posición. No hace falta que esperes.',
    added: 'Añadido, con un margen de {{metres}} m. El cliente ve a qué distancia de la dirección estabas.',
    failed: 'Tu teléfono no ha dado su posición. Puedes seguir sin ella.',
  },
  code: {
    label: 'Código del cliente',
    help: 'Pídelo en la puerta. El cliente lo tiene en la aplicación.',
    missing: 'Escribe las {{count}} cifras.',
    noCode: 'No tengo el código: enviar una foto',
    without: 'Envías una foto en lugar del código. El cliente ve que no se usó el código.',
    type: 'Escribir el código',
    noneLeft: 'El código ha fallado demasiadas veces. Envía una foto o llama al cliente.',
  },
  refused: {
    code: 'El código no era correcto',
    photo: 'Falta una foto',
    reason: 'Ha sido muy rápido',
    late: 'Llegó demasiado tarde',
    kept: 'Todavía no se ha enviado. Guardamos la hora a la que lo marcaste.',
    codeAct: 'Probar otra vez o enviar una foto',
    photoAct: 'Añadir la foto',
    reasonAct: 'Explicar por qué tan pronto',
  },
}
