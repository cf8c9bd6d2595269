import { Button, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { stopSharing } from '#contract/app/positions.ts'
import { notify } from '../../kit/notices.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably } from '../../kit/waiting.ts'
import { IconMapPin } from '../icons.ts'
import { choose, sharedJobs, useChoices } from './choices.ts'
import { cancelReports, keepSharing, startSharing, useSharingProblem } from './sharing.ts'

/** On every screen of the carrier while a position is shared: that it is, why it is not, and how to stop. */
export function SharingChip() {
  const { t } = useTexts('way')
  const jobs = sharedJobs(useChoices())
  const problem = useSharingProblem()
  const isShared = jobs.length > 0
  useEffect(() => (isShared ? keepSharing() : undefined), [isShared])
  if (!isShared) return null
  const stop = () => {
    for (const job_id of jobs) choose(job_id, 'no')
    cancelReports()
    for (const job_id of jobs) {
      // Without a connection too: what is stored must go. Not behind the acts on the job: one may upload a photo.
      void sendReliably(stopSharing, { params: { job_id } }, `${job_id} position`).catch(() => {})
    }
    notify({ text: t('stopped') })
  }
  return (
    <div role="status" className="carrier-sharing" data-problem={problem ?? undefined}>
      <IconMapPin size={22} aria-hidden />
      <Text size="sm">{problem ? t(problem) : t('shared', { count: jobs.length })}</Text>
      <Group gap="xs" wrap="nowrap">
        {problem === 'denied' && (
          <Button variant="default" size="xs" onClick={startSharing}>
            {t('again')}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={stop}>
          {t('stop')}
        </Button>
      </Group>
    </div>
  )
}
