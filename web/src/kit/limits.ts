import type { TObject } from 'typebox'

/** The contract's limits of a field, as props of a TextInput or NumberInput. */
export type Limits = { required?: true; maxLength?: number; minLength?: number; min?: number; max?: number }

type Field = {
  type?: string | string[]
  properties?: Record<string, Field>
  required?: string[]
  maxLength?: number
  minLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

/** `limitsOf(createJob.body, 'pickup.address')` → `{ required: true, minLength: 3, maxLength: 500 }`. */
export function limitsOf(body: TObject | undefined, path: string): Limits {
  const { field, required } = fieldAt(body, path)
  return {
    ...(required && { required }),
    ...(field?.minLength !== undefined && { minLength: field.minLength }),
    ...(field?.maxLength !== undefined && { maxLength: field.maxLength }),
    ...(field?.minimum !== undefined && { min: field.minimum }),
    ...(field?.maximum !== undefined && { max: field.maximum }),
  }
}

function fieldAt(body: Field | undefined, path: string): { field: Field | undefined; required: boolean } {
  let field = body
  let required = false
  for (const name of path.split('.')) {
    required = field?.required?.includes(name) ?? false
    field = field?.properties?.[name]
  }
  return { field, required }
}

/** Why a value is not valid. The server validates again, with the same limits. */
export type Fault =
  | { key: 'required' | 'odd' }
  | { key: 'short' | 'low'; min: number }
  | { key: 'long' | 'high'; max: number }

export function faultOf(body: TObject | undefined, path: string, value: unknown): Fault | null {
  const { field, required } = fieldAt(body, path)
  if (value === undefined || value === null || value === '') return required ? { key: 'required' } : null
  if (typeof value === 'number') return numberFault(field, value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (text === '' && required) return { key: 'required' }
  const length = [...text].length
  if (field?.minLength !== undefined && length < field.minLength)
    return { key: 'short', min: field.minLength }
  if (field?.maxLength !== undefined && length > field.maxLength) return { key: 'long', max: field.maxLength }
  return field?.pattern && !new RegExp(field.pattern, 'u').test(text) ? { key: 'odd' } : null
}

function numberFault(field: Field | undefined, value: number): Fault | null {
  if (field?.minimum !== undefined && value < field.minimum) return { key: 'low', min: field.minimum }
  if (field?.maximum !== undefined && value > field.maximum) return { key: 'high', max: field.maximum }
  return null
}
