import { type UseFormReturnType, useForm } from '@mantine/form'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TObject } from 'typebox'
import { ApiError } from './api.ts'
import { type Fault, faultOf } from './limits.ts'
import { useErrorText } from './states.tsx'

/** A form whose fields are those of an operation's body. */
export type OperationForm<Values> = UseFormReturnType<Values> & {
  /**
   * Puts a refusal onto the fields it names and goes to the first.
   *
   * @returns what to say above the form.
   */
  refuse: (error: unknown) => string
}

/**
 * Mantine's form over a body of the contract: the same limits are checked before sending, and the server's `details`
 * land on their fields.
 *
 * @param body of the operation: `createJob.body`.
 */
export function useOperationForm<Values extends Record<string, unknown>>(
  body: TObject | undefined,
  initialValues: Values,
): OperationForm<Values> {
  const { t } = useTranslation('kit')
  const errorText = useErrorText()
  const form = useForm<Values>({
    initialValues,
    validate: (values) => faultsOf(body, values, t),
    onSubmitPreventDefault: 'always',
  })
  return Object.assign(form, {
    refuse(error: unknown): string {
      if (!(error instanceof ApiError)) throw error
      const errors = Object.fromEntries(
        Object.entries(error.details).map(([field, why]) => [formPath(field), why]),
      )
      form.setErrors(errors)
      const [first] = Object.keys(errors)
      if (first) form.getInputNode(first)?.focus()
      return errorText(error)
    },
  })
}

/** `photos[0].url` of the wire is `photos.0.url` of the form. */
export const formPath = (field: string): string => field.replaceAll(/\[(\d+)\]/g, '.$1')

function faultsOf(body: TObject | undefined, values: Record<string, unknown>, t: TFunction) {
  const faults = leavesOf(values).flatMap(([path, value]) => {
    const fault = faultOf(body, path, value)
    return fault ? [[path, said(fault, t)]] : []
  })
  return Object.fromEntries(faults) as Record<string, string>
}

function said(fault: Fault, t: TFunction): string {
  if (fault.key === 'short' || fault.key === 'low') return t(`form.${fault.key}`, { min: fault.min })
  if (fault.key === 'long' || fault.key === 'high') return t(`form.${fault.key}`, { max: fault.max })
  return t(`form.${fault.key}`)
}

function leavesOf(values: Record<string, unknown>, above = ''): [string, unknown][] {
  return Object.entries(values).flatMap(([name, value]) => {
    const path = above + name
    const isGroup =
      typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    return isGroup
      ? leavesOf(value as Record<string, unknown>, `${path}.`)
      : [[path, value] as [string, unknown]]
  })
}
