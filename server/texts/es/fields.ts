import type { Texts } from '../en/index.ts'

export const fields: Texts['fields'] = {
  required: 'es obligatorio',
  commonPassword: 'es de las primeras que se prueban; usa varias palabras que no tengan relación',
  ownWords: 'es poco más que tu nombre, tu empresa o este servicio; usa palabras que nadie relacione contigo',
  empty: 'no puede estar vacío',
  short: (length) => `debe tener al menos ${length} caracteres`,
  long: (length) => `debe tener como máximo ${length} caracteres`,
  low: (limit) => `debe ser ${limit} o más`,
  high: (limit) => `debe ser ${limit} o menos`,
  many: (count) => `debe tener como máximo ${count} elementos`,
  oneOf: (values) => `debe ser uno de ${values.join(', ')}`,
  wrongForm: 'no tiene el formato correcto',
  notAnInstant: 'debe ser una fecha y hora como 2030-01-31T10:00:00Z',
  past: 'debe estar en el futuro',
  controls: 'no puede contener caracteres de control ni Unicode incompleto',
  nothing: 'debe tener algún carácter visible',
  unseen: 'debe ser un texto visible, sin caracteres invisibles ni dañados',
  invalid: 'no es válido',
  type: (names) => `debe ser ${names.join(' o ')}`,
  types: {
    string: 'un texto',
    number: 'un número',
    integer: 'un número entero',
    boolean: 'true o false',
    object: 'un objeto JSON',
    array: 'una lista',
  },
  phone: 'debe ser un número de teléfono en formato E.164 con prefijo de país, como +34612345678',
  phoneNationalPrefix:
    'tiene tras el prefijo de país una cifra que solo se marca dentro del país: quítala, como el 0 de +44 0…',
  phoneMexico: 'tiene un 1 tras +52, que los números de México ya no llevan: quítalo, como en +525512345678',
  phoneArgentina:
    'debe tener la forma de un móvil de Argentina: +54 9, el código de área sin 0 y el número sin 15, como +5491123456789',
  phoneCostly:
    'es un número de tarificación adicional, de coste compartido, gratuito, personal, de busca o por satélite, y este servicio no les envía SMS',
  phoneNotServed: 'es un número de un país al que este servicio no envía SMS',
  landline: 'es un fijo y no puede recibir SMS',
  landlineArgentina:
    'es un fijo y no puede recibir SMS; un móvil de Argentina lleva un 9 tras +54, como en +5491123456789',
  photoUrl:
    'debe ser una URL pública http o https de 2048 caracteres como máximo, sin credenciales, en el puerto 80 o 443',
  companyName: 'debe ser una línea de 1 a 60 caracteres de texto sencillo, sin enlaces',
  pushEndpoint: 'debe ser la dirección https de un servicio de avisos público',
  timeZone: 'debe ser una zona horaria como Europe/Madrid',
  nextPage: 'debe ser el `next` de una página',
  unusableUpload: 'no la has subido tú en el último día, o ya se ha usado',
  picture: 'debe ser una foto: JPEG de 50 megapíxeles como máximo, PNG, WebP o GIF de 20, o AVIF de 16',
  photoOrPosition: 'hace falta, o tu posición',
  callFirst: 'llama antes al cliente',
  arrival: 'hace falta, después de que aceptaras el encargo',
  quickDelivery: 'hace falta en una entrega tan rápida',
}
