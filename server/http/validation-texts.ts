import type { ErrorObject } from 'ajv'
import type { Text } from '../lib/problem.ts'

type Params = ErrorObject['params']

/** Converts a validation error to a text for the developer of the client. */
export function faultText({ keyword, params, message }: ErrorObject): Text {
  const text = texts[keyword]
  return text ? text(params) : { en: message ?? 'is not valid', es: 'no es válido' }
}

const texts: Record<string, (params: Params) => Text> = {
  required: () => ({ en: 'is required', es: 'es obligatorio' }),
  type: ({ type }) => typeText([type].flat()),
  enum: ({ allowedValues }) => ({
    en: `must be one of ${allowedValues.join(', ')}`,
    es: `debe ser uno de ${allowedValues.join(', ')}`,
  }),
  minLength: ({ limit }) =>
    limit === 1
      ? { en: 'must not be empty', es: 'no puede estar vacío' }
      : { en: `must have at least ${limit} characters`, es: `debe tener al menos ${limit} caracteres` },
  maxLength: ({ limit }) => ({
    en: `must have at most ${limit} characters`,
    es: `debe tener como máximo ${limit} caracteres`,
  }),
  pattern: ({ pattern }) => patternText(String(pattern)),
  format: ({ format }) => (format === 'date-time' ? notAnInstant : wrongForm),
  minimum: ({ limit }) => ({ en: `must be ${limit} or more`, es: `debe ser ${limit} o más` }),
  maximum: ({ limit }) => ({ en: `must be ${limit} or less`, es: `debe ser ${limit} o menos` }),
  maxItems: ({ limit }) => ({
    en: `must have at most ${limit} entries`,
    es: `debe tener como máximo ${limit} elementos`,
  }),
}

/** Recognizes the patterns of the contract: text from partners, text from the app, and all special formats. */
function patternText(pattern: string): Text {
  if (/^\^(\\s\*)?\[\^/.test(pattern)) return brokenText
  return pattern.startsWith('^(?=$|') ? unseenText : wrongForm
}

const unseenText: Text = {
  en: 'must be text that can be seen, without control characters or broken Unicode',
  es: 'debe ser un texto que se vea, sin caracteres de control ni Unicode incompleto',
}

const brokenText: Text = {
  en: 'must not contain control characters or broken Unicode',
  es: 'no puede contener caracteres de control ni Unicode incompleto',
}

const wrongForm: Text = { en: 'does not have the right form', es: 'no tiene la forma correcta' }

const notAnInstant: Text = {
  en: 'must be a date and time such as 2030-01-31T10:00:00Z',
  es: 'debe ser una fecha y hora como 2030-01-31T10:00:00Z',
}

const typeNames: Record<string, Text> = {
  string: { en: 'a string', es: 'un texto' },
  number: { en: 'a finite number', es: 'un número finito' },
  integer: { en: 'a whole number', es: 'un número entero' },
  boolean: { en: 'true or false', es: 'true o false' },
  object: { en: 'a JSON object', es: 'un objeto JSON' },
  array: { en: 'an array', es: 'una lista' },
  null: { en: 'null', es: 'null' },
}

function typeText(types: string[]): Text {
  const names = types.map((type) => typeNames[type] ?? { en: type, es: type })
  return {
    en: `must be ${names.map(({ en }) => en).join(' or ')}`,
    es: `debe ser ${names.map(({ es }) => es).join(' o ')}`,
  }
}
