import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { listPartners, readPartner } from '#contract/admin/partners.ts'
import { listTariffs, setTariff } from '#contract/admin/tariffs.ts'
import type { Tariff } from '#contract/tariff.ts'
import { ApiError, call } from '../../kit/api.ts'
import { type OperationForm, useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { Section } from '../../panel/section.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { WhenField } from '../../panel/when-field.tsx'

type PutInForceProps = {
  partnerId: string | undefined
  terms: Tariff
  onDone: () => void
  onRefused: (error: unknown) => void
}

/** Starts the terms that were compared, at once or later. */
export function PutInForce({ partnerId, terms, onDone, onRefused }: PutInForceProps) {
  const { t } = useTexts('tariffs')
  const [isLater, setLater] = useState(false)
  const form = useOperationForm(
    setTariff.body,
    { starts_at: '', reason: '' },
    ({ starts_at }): Record<string, string> =>
      isLater && !starts_at ? { starts_at: t('kit:form.required') } : {},
  )
  const put = useQuietAct({
    act: ({ starts_at, reason }: typeof form.values) => {
      const scope = partnerId ? { partner_id: partnerId } : {}
      return call(setTariff, {
        body: { ...scope, terms, reason, ...(isLater && starts_at && { starts_at }) },
      })
    },
    onDone: async ({ starts_at, state }) => {
      notify({
        text: state === 'planned' ? t('doneLater', { when: dayAndTime(starts_at) }) : t('doneNow'),
      })
      onDone()
      await readAgain(listTariffs, readPartner, listPartners)
    },
  })
  const submit = form.onSubmit((values) => {
    put.mutate(values, {
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        form.refuse(error)
        onRefused(error)
      },
    })
  })
  return (
    <Section title={t('putInForce')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Refusal error={put.error} />
          <StartFields {...{ form, isLater, setLater }} />
          <div className="panel-acts">
            <Button type="submit" loading={put.isPending}>
              {t('putInForce')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}

type StartFieldsProps = {
  form: OperationForm<{ starts_at: string; reason: string }>
  isLater: boolean
  setLater: (isLater: boolean) => void
}

function StartFields({ form, isLater, setLater }: StartFieldsProps) {
  const { t } = useTexts('tariffs')
  return (
    <>
      <Radio.Group
        label={t('when')}
        value={isLater ? 'later' : 'now'}
        onChange={(chosen) => setLater(chosen === 'later')}
      >
        <div className="panel-choices">
          <Radio value="now" label={t('whenNow')} />
          <Radio value="later" label={t('whenLater')} />
        </div>
      </Radio.Group>
      {isLater && (
        <WhenField
          data-path="starts_at"
          label={t('whenAt')}
          initial={form.values.starts_at}
          error={form.errors.starts_at}
          onChange={(instant) => form.setFieldValue('starts_at', instant)}
        />
      )}
      <TextInput
        label={t('panel:reason')}
        description={t('panel:reasonHelp')}
        autoComplete="off"
        {...limitsOf(setTariff.body, 'reason')}
        {...form.getInputProps('reason')}
      />
    </>
  )
}
