import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type MyTaxData, readMyTaxData, saveMyTaxData } from '#contract/app/tax-data.ts'
import { call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { queryClient, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'

export const taxDataAnchor = 'tax-data'

/** What the carrier's statements say about the carrier: asked at sign-up, changed in the profile. */
export function TaxDataSection() {
  const { t } = useTexts('carrier')
  const { data, error, refetch } = useQuery(reading(readMyTaxData, {}))
  return (
    <Section title={t('statements.taxData.title')} anchor={taxDataAnchor}>
      <Stack gap="sm">
        <Text c="dimmed">{t('statements.taxData.help')}</Text>
        {data ? (
          <TaxDataForm known={data} />
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading rows={1} />
        )}
      </Stack>
    </Section>
  )
}

const empty = {
  legal_name: '',
  tax_number: '',
  address: '',
  is_business: false,
  agrees_to_self_billing: false,
}

function TaxDataForm({ known }: { known: MyTaxData }) {
  const { t } = useTexts('carrier')
  const { form, save } = useSave(known)
  const field = (name: 'legal_name' | 'tax_number' | 'address') => ({
    ...limitsOf(saveMyTaxData.body, name),
    minLength: undefined,
    ...form.getInputProps(name),
  })
  const { is_business: isBusiness } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        <Refused error={save.error} />
        <Kind isBusiness={isBusiness} onChange={(value) => form.setFieldValue('is_business', value)} />
        <TextInput
          label={t('statements.taxData.legalName')}
          description={t('statements.taxData.legalNameHelp')}
          autoComplete={isBusiness ? 'organization' : 'name'}
          {...field('legal_name')}
        />
        <TextInput
          label={t('statements.taxData.taxNumber')}
          description={t('statements.taxData.taxNumberHelp')}
          autoComplete="off"
          {...field('tax_number')}
        />
        <TextInput
          label={t('statements.taxData.address')}
          autoComplete="street-address"
          {...field('address')}
        />
        {isBusiness && known.writes_invoices && (
          <Checkbox
            label={t('statements.taxData.agrees', { company: known.company })}
            description={t('statements.taxData.agreesHelp', { company: known.company })}
            {...form.getInputProps('agrees_to_self_billing', { type: 'checkbox' })}
          />
        )}
        <Button type="submit" variant="default" loading={save.isPending}>
          {t('statements.taxData.save')}
        </Button>
      </Stack>
    </form>
  )
}

function useSave(known: MyTaxData) {
  const { t } = useTexts('carrier')
  const form = useOperationForm(saveMyTaxData.body, known.tax_data ?? empty)
  const save = useMutation({
    mutationFn: (body: typeof empty) =>
      call(saveMyTaxData, {
        body: { ...body, agrees_to_self_billing: body.is_business && body.agrees_to_self_billing },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(reading(readMyTaxData, {}).queryKey, saved)
      notify({ text: t('statements.taxData.saved') })
    },
    onError: form.refuse,
  })
  return { form, save }
}

type KindProps = { isBusiness: boolean; onChange: (isBusiness: boolean) => void }

function Kind({ isBusiness, onChange }: KindProps) {
  const { t } = useTexts('carrier')
  return (
    <Radio.Group
      label={t('statements.taxData.kind')}
      value={isBusiness ? 'business' : 'private'}
      onChange={(kind) => onChange(kind === 'business')}
    >
      <Stack gap="xs" mt="xs">
        {(['private', 'business'] as const).map((kind) => (
          <Radio key={kind} value={kind} label={t(`statements.taxData.kinds.${kind}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
