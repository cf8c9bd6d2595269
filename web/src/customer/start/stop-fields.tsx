import { Checkbox, Group, NumberInput, Stack } from '@mantine/core'
import { startMyJob } from '#contract/app/customer.ts'
import type { OperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AddressField } from '../../shared/address-field.tsx'
import type { StartValues } from './form-values.ts'

/** Fields of one end of the trip: address, floor and elevator. */
export function StopFields({ form, end }: { form: OperationForm<StartValues>; end: 'pickup' | 'dropoff' }) {
  const { t } = useTexts(['app', 'start'])
  const { maxLength } = limitsOf(startMyJob.body, `${end}.address`)
  const floor = form.values[end].floor
  return (
    <Stack gap="sm">
      <AddressField
        label={t('start:start.address')}
        description={t('start:start.addressHelp')}
        autoComplete="street-address"
        {...(maxLength && { maxLength })}
        required
        {...form.getInputProps(`${end}.address`)}
      />
      <Group align="end" gap="md">
        <NumberInput
          label={t('start:start.floor')}
          description={t('start:start.floorHelp')}
          w="8rem"
          allowDecimal={false}
          inputMode="numeric"
          {...limitsOf(startMyJob.body, `${end}.floor`)}
          {...form.getInputProps(`${end}.floor`)}
        />
        {Number(floor) !== 0 && (
          <Checkbox
            label={t('start:start.lift')}
            mb={10}
            {...form.getInputProps(`${end}.has_elevator`, { type: 'checkbox' })}
          />
        )}
      </Group>
    </Stack>
  )
}
