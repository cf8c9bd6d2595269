import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AppEstimate } from '#contract/app/customer.ts'
import { distance } from '../../kit/distance.ts'
import { money } from '../../kit/money.ts'
import { useErrorText } from '../../kit/states.tsx'
import type { useEstimate } from './use-estimate.ts'

type EstimateFootProps = ReturnType<typeof useEstimate> & { form: string; isSending: boolean }

/** What it would cost, always in sight, and the way on. */
export function EstimateFoot({ estimate, isFetching, refusal, form, isSending }: EstimateFootProps) {
  const { t } = useTranslation('app')
  const errorText = useErrorText()
  return (
    <>
      <div role="status" style={{ minHeight: '3.2rem' }}>
        {estimate && <Price estimate={estimate} isOld={isFetching} />}
        {!estimate && isFetching && <Text>{t('start.estimating')}</Text>}
        {!isFetching && refusal && (
          <Text size="sm" c="var(--mantine-color-error)">
            {Object.values(refusal.details)[0] ?? errorText(refusal)}
          </Text>
        )}
        {!estimate && !isFetching && !refusal && (
          <Text size="sm" c="dimmed">
            {t('start.estimateNone')}
          </Text>
        )}
      </div>
      <Button type="submit" form={form} size="lg" fullWidth loading={isSending}>
        {t('start.review')}
      </Button>
    </>
  )
}

function Price({ estimate, isOld }: { estimate: AppEstimate; isOld: boolean }) {
  const { t } = useTranslation('app')
  return (
    <Group justify="space-between" wrap="nowrap" style={{ opacity: isOld ? 0.7 : 1 }}>
      <Text>
        {t('start.estimate')}
        <Text span display="block" size="sm" c="dimmed">
          {distance(estimate.distance_km)}
        </Text>
      </Text>
      <Text fw={650} size="xl">
        {money(estimate.price.total_cents)}
      </Text>
    </Group>
  )
}
