import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMemo } from 'react'
import type { Tariff } from '#contract/tariff.ts'
import { ApiError } from '../../kit/api.ts'
import { formPath } from '../../kit/form.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Draft, type DraftFault, draftOf, faultsOf, leavesOf } from './draft.ts'

export type DraftForm = {
  form: UseFormReturnType<{ terms: Draft }>
  /** The values from the start by their paths. */
  before: Map<string, unknown>
  /** Shows the errors of a refused request at their fields. */
  refuse: (error: unknown) => void
}

/** The form of the editor, filled with the terms to begin with. */
export function useDraft(terms: Tariff): DraftForm {
  const { t } = useTexts('kit')
  const { t: own } = useTexts('tariffs')
  const saidFiner = ({ decimals, isMoney }: DraftFault & { key: 'finer' }): string => {
    if (isMoney) return own('finer.cent')
    return decimals === 0 ? own('finer.whole') : own('finer.decimals', { count: decimals })
  }
  const said = (fault: DraftFault): string => {
    if (fault.key === 'low') return t('form.low', { min: fault.limit })
    if (fault.key === 'high') return t('form.high', { max: fault.limit })
    if (fault.key === 'finer') return saidFiner(fault)
    return fault.key === 'ascending' ? own('ascending') : t('form.required')
  }
  const form = useForm<{ terms: Draft }>({
    initialValues: { terms: draftOf(terms) },
    validate: (values) =>
      Object.fromEntries(
        Object.entries(faultsOf(values.terms)).map(([path, fault]) => [`terms.${path}`, said(fault)]),
      ),
    onSubmitPreventDefault: 'always',
  })
  const before = useMemo(() => new Map(leavesOf(draftOf(terms))), [terms])
  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    form.setErrors(
      Object.fromEntries(Object.entries(error.details).map(([field, why]) => [formPath(field), why])),
    )
  }
  return { form, before, refuse }
}
