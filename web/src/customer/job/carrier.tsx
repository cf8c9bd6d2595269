import { Group, Stack, Text } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import { IconStarFilled, IconTruck } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CallSection } from '../../shared/calls/call-section.tsx'
import { customersCall } from '../../shared/calls/call-sender.ts'
import { Section } from '../../shared/section.tsx'
import { rememberJob } from '../remember-job.ts'
import { Face, Plate, VehiclePhoto } from './who-comes.tsx'

type Carrier = NonNullable<CustomerJob['carrier']>

/**
 * Who comes: face, name, rating, vehicle and plate of the carrier, and the phone number. A carrier who has cancelled is
 * not called; of an ended job, calling is not the first thing to do.
 */
export function CarrierSection({ job, carrier }: { job: CustomerJob; carrier: Carrier }) {
  const { t } = useTexts('app')
  const name = carrier.name ?? t('job.noName')
  const rating = useRating(carrier.rating)
  return (
    <Section title={t('job.carrier')}>
      <Stack gap="sm">
        <div className="app-who">
          <Face jobId={job.job_id} carrier={carrier} name={name} />
          <div>
            <Text fw={650} size="lg">
              {name}
            </Text>
            <Group gap={6} wrap="nowrap">
              <IconStarFilled size={18} aria-hidden />
              <Text>{rating}</Text>
            </Group>
          </div>
        </div>
        <div className="app-vehicle">
          <div>
            <Group gap={6} wrap="nowrap" align="start">
              <IconTruck size={20} aria-hidden />
              <Text>{carrier.vehicle}</Text>
            </Group>
            <Plate plate={carrier.plate} />
          </div>
          <VehiclePhoto jobId={job.job_id} carrier={carrier} />
        </div>
        {job.cancelled_by !== 'carrier' && (
          <CallSection
            {...{
              jobId: job.job_id,
              name: carrier.name,
              way: carrier.call,
              phone: carrier.phone,
              isOver: isOver(job),
            }}
            sender={customersCall}
            remember={rememberJob}
          />
        )}
      </Stack>
    </Section>
  )
}

const isOver = ({ status }: CustomerJob): boolean => status === 'completed' || status === 'cancelled'

function useRating({ average, count }: Carrier['rating']): string {
  const { t } = useTexts('app')
  return average === null ? t('job.noRating') : t('job.rating', { average, count })
}
