import { Text, VisuallyHidden } from '@mantine/core'
import type { CustomerJob } from '#contract/app/job.ts'
import type { JobProof } from '#contract/app/proof.ts'
import { distance } from '../../kit/distance.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { ProofPhoto } from '../../shared/job/proof-photo.tsx'
import { Section } from '../../shared/section.tsx'

/**
 * What the carrier proved, the latest first. A step without a photo, a place and a code is only in the progress. A job
 * that an earlier version of the app has saved for offline use has none.
 */
export function Proofs({ proofs }: Partial<Pick<CustomerJob, 'proofs'>>) {
  return (proofs ?? [])
    .filter(({ photo, distance_m, code }) => photo ?? distance_m ?? code)
    .toReversed()
    .map((proof) => (
      <ProofPhoto key={proof.step} step={proof.step} photo={proof.photo}>
        <Facts proof={proof} />
      </ProofPhoto>
    ))
}

/** From here on, the time of its arrival is said too. Why it came later is not known: also a clock may be wrong. */
const lateMs = 5 * 60_000

function Facts({ proof }: { proof: JobProof }) {
  const { t } = useTexts(['app', 'live'])
  const { at, received_at, distance: is, distance_m, code } = proof
  const isLate = Date.parse(received_at) - Date.parse(at) > lateMs
  return (
    <Text size="sm" c="dimmed" mt="xs">
      <time dateTime={at}>{dayAndTime(at)}</time>
      {is && distance_m !== null && ` · ${t(`live:proof.${is}`, { distance: metres(distance_m) })}`}
      {code && ` · ${t(`live:proof.${code}`)}`}
      {isLate && ` · ${t('live:proof.received', { when: dayAndTime(received_at) })}`}
    </Text>
  )
}

/** The server has rounded it as far as it is known. */
const metres = (value: number): string => (value < 1_000 ? `${value} m` : distance(value / 1_000))

/** The code for the carrier, while the job is accepted and not delivered. */
export function DeliveryCode({ delivery_code: code }: Pick<CustomerJob, 'delivery_code'>) {
  const { t } = useTexts(['app', 'live'])
  if (!code) return null
  return (
    <Section title={t('live:proof.codeTitle')}>
      <p className="app-delivery-code">
        <span aria-hidden>{code}</span>
        {/* Screen readers read the digits one by one. */}
        <VisuallyHidden>{[...code].join(' ')}</VisuallyHidden>
      </p>
      <Text>{t('live:proof.codeText')}</Text>
    </Section>
  )
}
