import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { readMe } from '#contract/app/account.ts'
import { type CarrierProfile, readCarrier, readFeed, saveCarrier } from '#contract/app/carrier.ts'
import { type JobSize, jobSizes } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { type OperationForm, useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { queryClient, readAgain, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { RadiusField } from './radius-field.tsx'
import { VehicleField } from './vehicle-field.tsx'

type Values = {
  name: string
  vehicle_size: JobSize | ''
  vehicle: string
  base_address: string
  radius_km: number | string
}

type ProfileFormProps = {
  /** Initial values; for a new carrier the name of the account. */
  initial: Partial<CarrierProfile>
  action: string
  onSaved: (profile: CarrierProfile) => void
}

/** Form of the carrier profile, for sign-up and changes. */
export function ProfileForm({ initial, action, onSaved }: ProfileFormProps) {
  const { t } = useTexts('carrier')
  const { form, save } = useSave(initial, onSaved)
  const isLarger =
    initial.status === 'approved' && sizeRank(form.values.vehicle_size) > sizeRank(initial.vehicle_size)
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack>
        <Refused error={save.error} />
        <Section title={t('profile.you')}>
          <TextInput
            label={t('form.name')}
            description={t('form.nameHelp')}
            autoComplete="name"
            required
            {...lengthOf('name')}
            {...form.getInputProps('name')}
          />
        </Section>
        <Vehicle form={form} />
        <Area form={form} />
        <div role="status">{isLarger && <Text>{t('profile.larger')}</Text>}</div>
        <Button type="submit" size="lg" loading={save.isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}

function Vehicle({ form }: { form: OperationForm<Values> }) {
  const { t } = useTexts('carrier')
  const size = form.getInputProps('vehicle_size')
  return (
    <Section title={t('form.vehicle')}>
      <Stack>
        <VehicleField {...size} error={size.error ? t('form.sizeMissing') : null} />
        <TextInput
          label={t('form.vehicleText')}
          description={t('form.vehicleHelp')}
          required
          {...lengthOf('vehicle')}
          {...form.getInputProps('vehicle')}
        />
      </Stack>
    </Section>
  )
}

function Area({ form }: { form: OperationForm<Values> }) {
  const { t } = useTexts('carrier')
  const radius = form.getInputProps('radius_km')
  return (
    <Section title={t('form.area')}>
      <Stack>
        <TextInput
          label={t('form.base')}
          description={t('form.baseHelp')}
          autoComplete="street-address"
          required
          {...lengthOf('base_address')}
          {...form.getInputProps('base_address')}
        />
        <RadiusField
          value={form.values.radius_km}
          onChange={radius.onChange}
          error={typeof radius.error === 'string' ? radius.error : null}
        />
      </Stack>
    </Section>
  )
}

function useSave(initial: Partial<CarrierProfile>, onSaved: (profile: CarrierProfile) => void) {
  const form = useOperationForm<Values>(saveCarrier.body, {
    name: initial.name ?? '',
    vehicle_size: initial.vehicle_size ?? '',
    vehicle: initial.vehicle ?? '',
    base_address: initial.base_address ?? '',
    radius_km: initial.radius_km ?? 50,
  })
  const save = useMutation({
    mutationFn: ({ vehicle_size, radius_km, ...rest }: Values) =>
      // The form's validation ensures that a size is set.
      call(saveCarrier, {
        body: { ...rest, vehicle_size: vehicle_size || 'S', radius_km: Number(radius_km) },
      }),
    onSuccess: (profile) => {
      queryClient.setQueryData(reading(readCarrier, {}).queryKey, profile)
      void readAgain(readMe, readFeed)
      onSaved(profile)
    },
    onError: form.refuse,
  })
  return { form, save }
}

const sizeRank = (size: JobSize | '' | undefined): number => (size ? jobSizes.indexOf(size) : -1)

/** Only `maxLength`: for `minLength` the browser would show its own message. */
function lengthOf(field: keyof Values): { maxLength?: number } {
  const { maxLength } = limitsOf(saveCarrier.body, field)
  return maxLength ? { maxLength } : {}
}
