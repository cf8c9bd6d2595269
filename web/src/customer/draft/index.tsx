import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { openDraft, readMyJob } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { ApiError } from '../../kit/api.ts'
import { draftPhone, forgetDraftPhone } from '../../kit/draft-phone.ts'
import { shownPhone } from '../../kit/phone-number.ts'
import { isRetried, queryClient, reading } from '../../kit/query-client.ts'
import { useMe } from '../../kit/session.ts'
import { Shell } from '../../kit/shell.tsx'
import { Empty, Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useSignOut } from '../../shared/account/sign-out.tsx'
import { IconLinkOff } from '../icons.ts'
import { preloadReview } from './preload-review.ts'
import { WayIn } from './way-in.tsx'
import '../../shared/app.css'
import '../customer.css'

/**
 * Target of the link in the SMS. Shows no data of the job before the code is verified. A link that does not work shows
 * one message for all reasons (DESIGN 3, Draft link).
 */
export function Draft() {
  const { t } = useTexts('signIn')
  const { shortId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    ...reading(openDraft, { params: { short_id: shortId } }),
    retry: (failures, why) => isRetried(failures, why) && !(why instanceof ApiError && why.status === 429),
  })
  useRedirectToJob(data)
  useEffect(preloadReview, [])
  if (error instanceof ApiError && error.status === 401)
    return <WayIn phone={draftPhone()} shortId={shortId} onSignedIn={() => void refetch()} />
  // 400: the id in the link has characters that no id has.
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <Absent />
  return (
    <Shell title={t('draft.title')}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />}
    </Shell>
  )
}

/** Replaces the draft link by the URL of the job, which works for reloads, the return from the bank and the list. */
function useRedirectToJob(job: CustomerJob | undefined) {
  const navigate = useNavigate()
  const show = useEffectEvent((opened: CustomerJob) => {
    const params = { job_id: opened.job_id }
    queryClient.setQueryData(reading(readMyJob, { params }).queryKey, opened)
    forgetDraftPhone()
    void navigate({ to: '/app/jobs/$jobId', params: { jobId: opened.job_id }, replace: true })
  })
  useEffect(() => {
    if (job) show(job)
  }, [job])
}

function Absent() {
  const { t } = useTexts(['signIn', 'app'])
  const me = useMe()
  const { askOrLeave, isLeaving, dialog } = useSignOut(() => location.reload())
  return (
    <Shell title={t('app:job.title')} area="customer">
      <Empty
        icon={<IconLinkOff size={48} aria-hidden />}
        title={t('draft.absentTitle')}
        text={t('draft.absentText')}
        action={
          <Stack>
            {me && <Text c="dimmed">{t('draft.signedInAs', { phone: shownPhone(me.phone) })}</Text>}
            <Button loading={isLeaving} onClick={askOrLeave}>
              {t('draft.otherNumber')}
            </Button>
            {dialog}
            <Button variant="default" component={Link} to="/app">
              {t('draft.myJobs')}
            </Button>
          </Stack>
        }
      />
    </Shell>
  )
}
