import { Button } from '@mantine/core'
import { useState } from 'react'
import { compareTariff, setTariff } from '#contract/admin/tariffs.ts'
import type { Tariff } from '#contract/tariff.ts'
import { call, type Output } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAct } from '../../panel/use-act.ts'
import { mayCall, useMe } from '../session/me.ts'
import { Comparison } from './comparison.tsx'
import { termsOf } from './draft.ts'
import { PutInForce } from './put-in-force.tsx'
import { TermsFields } from './terms-fields.tsx'
import { useDraft } from './use-draft.ts'

type EditorProps = { partnerId: string | undefined; terms: Tariff; onDone: () => void }

/** Changes the terms, compares them with those in force, and only then puts them in force. */
export function Editor({ partnerId, terms, onDone }: EditorProps) {
  const { t } = useTexts('tariffs')
  const me = useMe()
  const draft = useDraft(terms)
  const { form, refuse } = draft
  const [compared, setCompared] = useState<{ terms: Tariff; result: Output<typeof compareTariff> } | null>(
    null,
  )
  const compare = useAct({
    act: (terms: Tariff) =>
      call(compareTariff, { body: { ...(partnerId && { partner_id: partnerId }), terms } }),
    onDone: (result, terms) => setCompared({ terms, result }),
  })
  const submit = form.onSubmit(
    ({ terms }) => compare.mutate(termsOf(terms), { onError: refuse }),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  // Only the compared terms can be put in force.
  const isCurrent = compared && JSON.stringify(compared.terms) === JSON.stringify(termsOf(form.values.terms))
  return (
    <div className="tariff-editor">
      <form onSubmit={submit} noValidate>
        <TermsFields form={draft} />
        <div className="tariff-compare">
          <Button type="submit" loading={compare.isPending}>
            {t('compare')}
          </Button>
          {!isCurrent && mayCall(me, setTariff) && <span>{t('compareFirst')}</span>}
        </div>
      </form>
      {isCurrent && (
        <>
          <Comparison samples={compared.result.samples} lastMonth={compared.result.last_month} />
          {mayCall(me, setTariff) && (
            <PutInForce {...{ partnerId, onDone }} terms={compared.terms} onRefused={refuse} />
          )}
        </>
      )}
    </div>
  )
}
