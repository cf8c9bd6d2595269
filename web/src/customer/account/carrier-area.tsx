import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/app/account.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'

/** Link to the carrier's area, or to the sign-up as a carrier. */
export function CarrierArea({ me }: { me: Me }) {
  const { t } = useTexts('account')
  return (
    <Section title={t('carrier')}>
      <Stack gap="sm">
        <Text c="dimmed">{t('carrierText')}</Text>
        <Button variant="default" component={Link} to={me.carrier_status ? '/carrier' : '/carrier/sign-up'}>
          {t('toCarrier')}
        </Button>
      </Stack>
    </Section>
  )
}
