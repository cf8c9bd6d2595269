import { Button, Group, Text } from '@mantine/core'
import type { AppEstimate } from '#contract/app/customer.ts'
import type { ApiError } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useTripDistance } from '../../kit/trip-distance.ts'
import type { PriceChange } from '../price-change.ts'
import { ChangeText } from '../price-changed.tsx'
import { type AddressField, refusedAddresses } from './use-address-errors.ts'
import type { useEstimate } from './use-estimate.ts'

type EstimateFootProps = ReturnType<typeof useEstimate> & {
  /** How the price differs from the one that was shown for this trip before; null if it does not. */
  change: PriceChange | null
  form: string
  isSignedOut: boolean
  isSending: boolean
  /** Callback to focus the address that prevents an estimate. */
  onCheck: (field: AddressField) => void
}

/** The estimate, always visible, and the button to continue. */
export function EstimateFoot({
  estimate,
  isFetching,
  refusal,
  change,
  form,
  isSignedOut,
  isSending,
  onCheck,
}: EstimateFootProps) {
  const { t } = useTexts(['app', 'start'])
  return (
    <>
      <div role="status" style={{ minHeight: '3.2rem' }}>
        {estimate && <Price estimate={estimate} isOld={isFetching} />}
        {change && !isFetching && <ChangeText change={change} />}
        {!estimate && isFetching && <Text>{t('start:start.estimating')}</Text>}
        {!isFetching && refusal && <Refusal refusal={refusal} onCheck={onCheck} />}
        {!estimate && !isFetching && !refusal && (
          <Text size="sm" c="dimmed">
            {t('start:start.estimateNone')}
          </Text>
        )}
      </div>
      <Button type="submit" form={form} size="lg" fullWidth loading={isSending}>
        {t(isSignedOut ? 'start:start.signInAndGoOn' : 'start:start.review')}
      </Button>
    </>
  )
}

/** Names the refused address; its reason is shown at the field. Shows any other error here. */
function Refusal({ refusal, onCheck }: { refusal: ApiError; onCheck: EstimateFootProps['onCheck'] }) {
  const { t } = useTexts(['app', 'start'])
  const errorText = useErrorText()
  const refused = refusedAddresses(refusal)
  if (refused.length === 0)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {errorText(refusal)}
      </Text>
    )
  return (
    <Group gap="xs">
      {refused.map((field) => (
        <Button key={field} variant="light" color="red" onClick={() => onCheck(field)}>
          {t(`start:start.checkAddress.${endOf[field]}`)}
        </Button>
      ))}
    </Group>
  )
}

const endOf = { 'pickup.address': 'pickup', 'dropoff.address': 'dropoff' } as const

function Price({ estimate, isOld }: { estimate: AppEstimate; isOld: boolean }) {
  const { t } = useTexts(['app', 'start'])
  const tripDistance = useTripDistance()
  return (
    <Group justify="space-between" wrap="nowrap" style={{ opacity: isOld ? 0.7 : 1 }}>
      <Text>
        {t('start:start.estimate')}
        <Text span display="block" size="sm" c="dimmed">
          {tripDistance.withBasis(estimate)}
        </Text>
      </Text>
      <Text fw={650} size="xl">
        {money(estimate.price.total_cents)}
      </Text>
    </Group>
  )
}
