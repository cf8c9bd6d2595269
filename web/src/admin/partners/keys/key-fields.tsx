import { NumberInput } from '@mantine/core'
import type { TObject } from 'typebox'
import type { OperationForm } from '../../../kit/form.ts'
import { useTexts } from '../../../kit/texts/use-texts.ts'
import { WhenField } from '../../../panel/when-field.tsx'
import { LabelField } from '../../../partnership/keys/label-field.tsx'

/** What staff decide about a key. */
export type KeyValues = { label: string; rate_limit_per_minute: number | ''; expires_at: string }

type KeyFieldsProps<Values> = { body: TObject; form: OperationForm<Values>; limitHelp: string }

/** Label, limit and expiry of a key. */
export function KeyFields<Values extends KeyValues>({ body, form, limitHelp }: KeyFieldsProps<Values>) {
  const { t } = useTexts('partners')
  return (
    <>
      <LabelField body={body} {...form.getInputProps('label')} />
      <NumberInput
        label={t('key.limit')}
        description={limitHelp}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('rate_limit_per_minute')}
      />
      <WhenField
        data-path="expires_at"
        label={t('key.expires')}
        description={t('key.expiresHelp')}
        initial={form.values.expires_at}
        error={form.errors.expires_at}
        onChange={(instant) => form.setFieldValue('expires_at', instant as never)}
      />
    </>
  )
}
