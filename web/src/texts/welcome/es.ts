import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  title: 'Gana dinero con tu vehículo',
  lead: 'Clientes de tu zona publican encargos de transporte y mudanza con su precio. Tú eliges cuáles haces y cuándo.',
  examples: {
    title: 'Lo que ganarías',
    note: 'Son ejemplos, no encargos reales: calculados con los precios de hoy y la distancia por carretera. Las plantas sin ascensor se pagan aparte.',
    earns: 'Recibes {{earns}}',
    trip: '{{distance}} · unos {{duration}} con la carga',
    none: 'Ahora no podemos calcular ejemplos. Al iniciar sesión verás los encargos reales de tu zona.',
  },
  fees: {
    title: 'Lo que nos quedamos',
    none: 'Nada de estos importes. El cliente paga nuestra tarifa aparte, además del precio.',
    some: 'El {{percent}} del precio de un encargo. Los importes de arriba son lo que te queda.',
  },
  payouts: {
    title: 'Cómo cobras',
    text: 'El dinero del cliente queda retenido antes de que veas el encargo y se cobra cuando lo has entregado. Entonces tu parte se paga en la cuenta que indicas en tu perfil. La app muestra cada importe y cuándo se pagó.',
  },
  documents: {
    title: 'Lo que necesitas',
    phone: 'Un móvil para el código de acceso, tu nombre, tu vehículo y su tamaño.',
    some: 'Fotos de: {{documents}}.',
    kinds: { licence: 'carné de conducir', insurance: 'seguro', other: 'el documento que te pidamos' },
    approval: 'Revisamos lo que envías y te avisamos cuando puedes aceptar encargos.',
  },
  expected: {
    title: 'Lo que esperamos',
    time: 'Acuerdas una hora con el cliente. Sin hora acordada, recoge en {{hours}} h desde que aceptas; con ella, como muy tarde {{minutes}} min después de su final.',
    strike:
      'Devolver un encargo aceptado, o no recogerlo a tiempo, cuenta como una falta. Con {{strikes}} faltas en {{days}} días se suspende tu cuenta. La primera avería no cuenta.',
    late: 'Si un cliente cancela tarde, recibes el {{percent}} de la tarifa: entre {{from}} y {{to}}, según el tamaño.',
    trip: 'Si el cliente no está, o lo que hay que llevar no es como se describió, recibes el {{percent}} de la tarifa por el viaje en balde: entre {{from}} y {{to}}, según el tamaño.',
  },
  signUp: 'Registrarme como transportista',
  signIn: 'Ya tengo cuenta',
  failed: 'No hemos podido cargar las condiciones.',
}
