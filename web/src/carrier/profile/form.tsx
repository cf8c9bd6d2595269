import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { readMe } from '#contract/app/account.ts'
import { type CarrierProfile, readCarrier, readFeed, saveCarrier } from '#contract/app/carrier.ts'
import { readSignUp } from '#contract/app/sign-up.ts'
import { type ProfileRule, platePattern } from '#contract/carrier-profile.ts'
import { type JobSize, jobSizes } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { type OperationForm, useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { queryClient, readAgain, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AddressField } from '../../shared/address-field.tsx'
import { Section } from '../../shared/section.tsx'
import { useIsSendingPhoto } from '../photos/use-sign-up.ts'
import { RadiusField } from './radius-field.tsx'
import { VehicleField } from './vehicle-field.tsx'

type Values = {
  name: string
  vehicle_size: JobSize | ''
  vehicle: string
  plate: string
  base_address: string
  radius_km: number | string
}

type ProfileFormProps = {
  /** Initial values; for a new carrier the name of the account. */
  initial: Partial<CarrierProfile>
  /** Whether the plate is asked for. */
  plate: ProfileRule
  /** The name was given in another step, and is not asked for here. */
  isNameKnown?: boolean
  action: string
  onSaved: (profile: CarrierProfile) => void
}

/** Form of the carrier profile, for sign-up and changes. */
export function ProfileForm({ initial, plate, isNameKnown, action, onSaved }: ProfileFormProps) {
  const { t } = useTexts('carrier')
  const { form, save } = useSave({ initial, plate, onSaved })
  const isSending = useIsSendingPhoto()
  const isLarger =
    initial.status === 'approved' && sizeRank(form.values.vehicle_size) > sizeRank(initial.vehicle_size)
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack>
        <Refused error={save.error} />
        {!isNameKnown && <Name form={form} />}
        <Vehicle form={form} plate={plate} />
        <Area form={form} />
        <div role="status">{isLarger && <Text>{t('profile.larger')}</Text>}</div>
        <Button type="submit" size="lg" loading={save.isPending || isSending}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}

function Name({ form }: { form: OperationForm<Values> }) {
  const { t } = useTexts('carrier')
  return (
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
  )
}

function Vehicle({ form, plate }: { form: OperationForm<Values>; plate: ProfileRule }) {
  const { t } = useTexts(['carrier', 'steps'])
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
        {plate !== 'off' && (
          <TextInput
            label={t('steps:plate.label')}
            description={t('steps:plate.help')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required={plate === 'required'}
            {...lengthOf('plate')}
            {...form.getInputProps('plate')}
          />
        )}
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
        <AddressField
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

const plateForm = new RegExp(platePattern, 'u')

function useSave({ initial, plate: rule, onSaved }: Pick<ProfileFormProps, 'initial' | 'plate' | 'onSaved'>) {
  const { t } = useTexts('steps')
  const form = useOperationForm<Values>(
    saveCarrier.body,
    {
      name: initial.name ?? '',
      vehicle_size: initial.vehicle_size ?? '',
      vehicle: initial.vehicle ?? '',
      plate: initial.plate ?? '',
      base_address: initial.base_address ?? '',
      radius_km: initial.radius_km ?? 50,
    },
    ({ plate }) => (plateForm.test(plate.trim()) ? {} : { plate: t('plate.odd') }),
  )
  const save = useMutation({
    mutationFn: ({ vehicle_size, radius_km, plate, ...rest }: Values) =>
      // The form's validation ensures that a size is set.
      call(saveCarrier, {
        body: {
          ...rest,
          // One that was not changed may have been saved on another device since.
          ...(rule !== 'off' && plate !== (initial.plate ?? '') && { plate }),
          vehicle_size: vehicle_size || 'S',
          radius_km: Number(radius_km),
        },
      }),
    onSuccess: (profile) => {
      queryClient.setQueryData(reading(readCarrier, {}).queryKey, profile)
      void readAgain(readMe, readFeed, readSignUp)
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
