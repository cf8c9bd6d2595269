import type { ErrorObject } from 'ajv'
import { showsNothing } from '#contract/text.ts'
import type { Text, Texts } from '../../texts/index.ts'

type Params = ErrorObject['params'] & { data?: unknown }

/** Converts a validation error to a text for the developer of the client. */
export function faultText({ keyword, params, data }: ErrorObject): Text {
  const text = texts[keyword]
  return text ? text({ ...params, data }) : (t) => t.fields.invalid
}

const texts: Record<string, (params: Params) => Text> = {
  required: () => (t) => t.fields.required,
  // `null` means absent, so it is not offered: the reader looks for the value that is missing.
  type:
    ({ type }) =>
    (t) =>
      t.fields.type(without('null', [type].flat()).map((name) => t.fields.types[name as TypeName])),
  enum:
    ({ allowedValues }) =>
    (t) =>
      t.fields.oneOf(without(null, allowedValues)),
  minLength:
    ({ limit }) =>
    (t) =>
      limit === 1 ? t.fields.empty : t.fields.short(limit),
  maxLength:
    ({ limit }) =>
    (t) =>
      t.fields.long(limit),
  pattern: ({ pattern, data }) => patternText(String(pattern), String(data)),
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

const without = (none: string | null, choices: string[]) => choices.filter((each) => each !== none)

type TypeName = keyof Texts['fields']['types']

/** Recognizes the patterns of the contract: text from partners, text from the app, and all special formats. */
function patternText(pattern: string, text: string): Text {
  if (/^\^(\(\?:)?\(\?=(\[|\\s)/.test(pattern))
    return (t) => (showsNothing(text) ? t.fields.nothing : t.fields.controls)
  if (pattern.startsWith('^[^')) return (t) => t.fields.controls
  return pattern.startsWith('^(?=$|') ? (t) => t.fields.unseen : (t) => t.fields.wrongForm
}
