import { type UseFormReturnType, useForm } from '@mantine/form'
import { useRef } from 'react'
import type { TObject } from 'typebox'
import { ApiError } from './api.ts'
import { type Fault, faultOf } from './limits.ts'
import type { Translate } from './texts/text-of.ts'
import { useTexts } from './texts/use-texts.ts'

/** A form with the fields of an operation's request body. */
export type OperationForm<Values> = UseFormReturnType<Values> & {
  /** Shows an `ApiError` at the fields that its `details` name, and goes to the first of them. */
  refuse: (error: unknown) => void
}

/**
 * Mantine's `useForm` with validation by a request body of the contract: it checks the server's limits before sending
 * and shows the server's `details` at their fields. The first invalid field gets the focus, before and after sending.
 *
 * @param body request body of the operation, such as `createJob.body`.
 * @param moreFaults further errors of the values, by field.
 */
export function useOperationForm<Values extends Record<string, unknown>>(
  body: TObject | undefined,
  initialValues: Values,
  moreFaults?: (values: Values) => Record<string, string>,
): OperationForm<Values> {
  const { t } = useTexts('kit')
  const form = useForm<Values>({
    initialValues,
    validate: (values) => ({ ...faultsOf(body, values, t), ...moreFaults?.(values) }),
    onSubmitPreventDefault: 'always',
  })
  const submitted = useRef<HTMLFormElement | null>(null)
  const goToFirst = (errors: object) => focusFirst(Object.keys(errors), submitted.current)
  return {
    ...form,
    onSubmit: (act) => (event) => {
      submitted.current = event?.currentTarget ?? null
      form.onSubmit(act, goToFirst)(event)
    },
    refuse: (error) => {
      if (!(error instanceof ApiError)) return
      const errors = Object.fromEntries(
        Object.entries(error.details).map(([field, why]) => [formPath(field), why]),
      )
      form.setErrors(errors)
      goToFirst(errors)
    },
  }
}

/** Focuses the field that comes first in the form; in a group of choices, its first choice. */
function focusFirst(paths: string[], form: HTMLFormElement | null): void {
  const field = paths.length > 0 && form?.querySelector(paths.map((path) => `[data-path="${path}"]`).join())
  if (!field) return
  const choice = field.querySelector<HTMLElement>('input, [role="radio"]')
  ;(choice ?? (field as HTMLElement)).focus()
}

/** Path of a field in Mantine's form: `photos[0].url` → `photos.0.url`. */
export const formPath = (field: string): string => field.replaceAll(/\[(\d+)\]/g, '.$1')

function faultsOf(body: TObject | undefined, values: Record<string, unknown>, t: Translate<'kit'>) {
  const faults = leavesOf(values).flatMap(([path, value]) => {
    const fault = faultOf(body, path, value)
    return fault ? [[path, faultText(fault, t)]] : []
  })
  return Object.fromEntries(faults) as Record<string, string>
}

function faultText(fault: Fault, t: Translate<'kit'>): string {
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
