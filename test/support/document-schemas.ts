import { Ajv } from 'ajv'

/** The formats that tools know without being told. */
export const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  uri: (text: string) => URL.canParse(text),
}

/**
 * Validates values by the schemas of an OpenAPI document. @returns a function that lists the errors of a value; ''
 * without an error.
 */
export function schemasOf(document: object): (schema: object, value: unknown) => string {
  const ajv = new Ajv({ strict: false, allErrors: true, formats })
  ajv.addSchema({ $id: 'api', ...document })
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components')
    const validate = ajv.compile(JSON.parse(text) as object)
    return validate(value) ? '' : ajv.errorsText(validate.errors)
  }
}
