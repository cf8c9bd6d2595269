import { Button, Stack, Text } from '@mantine/core'
import type { CarrierJob } from '#contract/app/job.ts'
import { IconMessage, IconPhone } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { CustomerRating } from '../customer-rating.tsx'

/** The customer's name and phone number. */
export function Contact({ job: { customer } }: { job: CarrierJob }) {
  const { t } = useTexts('carrier')
  const name = customer.name ?? t('job.noName')
  const { phone } = customer
  return (
    <Section title={t('job.customer')}>
      <Stack gap="xs">
        {customer.name && (
          <Text fw={650} size="lg">
            {name}
          </Text>
        )}
        <CustomerRating rating={customer.rating} />
        {phone ? (
          <div className="carrier-contact">
            <Button
              component="a"
              href={`tel:${phone}`}
              variant="default"
              aria-label={t('job.callNamed', { name })}
              leftSection={<IconPhone size={20} aria-hidden />}
            >
              {t('job.call')}
            </Button>
            <Button
              component="a"
              href={`sms:${phone}`}
              variant="default"
              aria-label={t('job.messageNamed', { name })}
              leftSection={<IconMessage size={20} aria-hidden />}
            >
              {t('job.message')}
            </Button>
          </div>
        ) : (
          <Text c="dimmed">{t('job.noPhone')}</Text>
        )}
      </Stack>
    </Section>
  )
}
