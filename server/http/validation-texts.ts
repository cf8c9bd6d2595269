import type { ErrorObject } from 'ajv'
import type { Text, Texts } from '../texts/index.ts'

type Params = ErrorObject['params']

/** Converts a validation error to a text for the developer of the client. */
export function faultText({ keyword, params }: ErrorObject): Text {
  const text = texts[keyword]
  return text ? text(params) : (t) => t.fields.invalid
}

const texts: Record<string, (params: Params) => Text> = {
  required: () => (t) => t.fields.required,
  type:
    ({ type }) =>
    (t) =>
      t.fields.type([type].flat().map((name: TypeName) => t.fields.types[name])),
  enum:
    ({ allowedValues }) =>
    (t) =>
      t.fields.oneOf(allowedValues),
  minLength:
    ({ limit }) =>
    (t) =>
      limit === 1 ? t.fields.empty : t.fields.short(limit),
  maxLength:
    ({ limit }) =>
    (t) =>
      t.fields.long(limit),
  pattern: ({ pattern }) => patternText(String(pattern)),
  format:
    ({ format }) =>
    (t) =>
      format === 'date-time' ? t.fields.notAnInstant : t.fields.wrongForm,
  minimum:
    ({ limit }) =>
    (t) =>
      t.fields.low(limit),
  maximum:
    ({ limit }) =>
    (t) =>
      t.fields.high(limit),
  maxItems:
    ({ limit }) =>
    (t) =>
      t.fields.many(limit),
}

type TypeName = keyof Texts['fields']['types']

/** Recognizes the patterns of the contract: text from partners, text from the app, and all special formats. */
function patternText(pattern: string): Text {
  if (/^\^(\\s\*)?\[\^/.test(pattern)) return (t) => t.fields.controls
  return pattern.startsWith('^(?=$|') ? (t) => t.fields.unseen : (t) => t.fields.wrongForm
}
