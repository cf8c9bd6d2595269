import { Stack, Text } from '@mantine/core'
import type { CarrierJob } from '#contract/app/job.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CallSection } from '../../shared/calls/call-section.tsx'
import { carriersCall } from '../../shared/calls/call-sender.ts'
import { Section } from '../../shared/section.tsx'
import { CustomerRating } from '../customer-rating.tsx'
import { rememberJob } from '../remember-job.ts'

/** The customer's name and phone number. */
export function Contact({ job: { job_id: jobId, customer } }: { job: CarrierJob }) {
  const { t } = useTexts('carrier')
  return (
    <Section title={t('job.customer')}>
      <Stack gap="xs">
        {customer.name && (
          <Text fw={650} size="lg">
            {customer.name}
          </Text>
        )}
        <CustomerRating rating={customer.rating} />
        <CallSection
          {...{ jobId, name: customer.name, way: customer.call, phone: customer.phone }}
          sender={carriersCall}
          remember={rememberJob}
        />
      </Stack>
    </Section>
  )
}
