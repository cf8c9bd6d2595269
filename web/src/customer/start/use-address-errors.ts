import { useEffect, useEffectEvent } from 'react'
import type { ApiError } from '../../kit/api.ts'
import type { OperationForm } from '../../kit/form.ts'
import type { StartValues } from './form-values.ts'

const addressFields = ['pickup.address', 'dropoff.address'] as const
export type AddressField = (typeof addressFields)[number]

/** The addresses that an error names. */
export const refusedAddresses = (refusal: Pick<ApiError, 'details'> | null): AddressField[] =>
  addressFields.filter((field) => refusal?.details[field] !== undefined)

/** Shows at the address field why the price cannot be computed, after the user has left the field. */
export function useAddressErrors(form: OperationForm<StartValues>, refusal: ApiError | null): void {
  // A field that loses the focus may still be the active element, such as when the window loses it.
  const show = useEffectEvent((fieldLeft: EventTarget | null) => {
    for (const field of refusedAddresses(refusal)) {
      const input = form.getInputNode(field)
      const isBeingWritten = input === document.activeElement && input !== fieldLeft
      if (!isBeingWritten) form.setFieldError(field, refusal?.details[field])
    }
  })
  const clear = useEffectEvent((fields: AddressField[]) => {
    for (const field of fields) form.clearFieldError(field)
  })
  useEffect(() => {
    const fields = refusedAddresses(refusal)
    if (fields.length === 0) return undefined
    show(null)
    const onLeave = ({ target }: FocusEvent) => show(target)
    document.addEventListener('focusout', onLeave)
    return () => {
      document.removeEventListener('focusout', onLeave)
      clear(fields)
    }
  }, [refusal])
}
