import { Button } from '@mantine/core'
import { resendJobText } from '#contract/admin/job-acts.ts'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { shownPhone } from '../../kit/phone-number.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { Section } from '../../panel/section.tsx'
import { Said } from '../said.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { useShownCode } from '../use-shown-code.ts'

/** The texts that were sent about the job, with their delivery status. */
export function Texts({ job: { texts, acts } }: { job: JobForStaff }) {
  const { t } = useTexts('jobs')
  const me = useMe()
  const shownCode = useShownCode()
  const [, change] = useAddress()
  const mayResend =
    mayCall(me, resendJobText) && acts.some(({ act, possible }) => act === 'resend_text' && possible)
  const resend = (
    <Button variant="default" size="xs" onClick={() => change({ act: 'resend_text' })}>
      {t('acts.is.resend_text.act')}
    </Button>
  )
  return (
    <Section
      title={t('job.texts')}
      text={texts.length === 0 ? t('job.noTexts') : undefined}
      actions={mayResend && resend}
    >
      <ul className="panel-list">
        {texts.map(({ sms_id, kind, to_phone, status, attempts, last_error, delivery, created_at }) => (
          <li key={sms_id}>
            <div>
              <b>{t(`job.textKinds.${kind}`)}</b> {t('job.textTo', { phone: shownPhone(to_phone) })}
              <small>
                {[
                  dayAndTime(created_at),
                  t('job.attempts', { count: attempts }),
                  delivery && shownCode(delivery),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              {last_error && <Said text={last_error} />}
            </div>
            <Mark look={isBad(status) ? 'bad' : undefined}>{t(`job.textStates.${status}`)}</Mark>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const isBad = (status: string): boolean => status === 'failed' || status === 'unknown'
