import './banner.css'
import { Button } from '@mantine/core'
import { IconEye, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PartnerMe } from '#contract/partner-panel/common.ts'
import { endViewing } from '#contract/partner-panel/viewing.ts'
import { call } from '../kit/api.ts'
import { timeOfDay } from '../kit/when.ts'
import { useAct } from '../panel/use-act.ts'

/** Says that a member of staff looks on, or that the partner is suspended; nothing otherwise. */
export function Banner({ me }: { me: PartnerMe }) {
  const { t } = useTranslation('partner')
  const { viewed_by, partner_suspended, company_name: name } = me
  if (viewed_by) return <Viewing me={me} until={viewed_by.until} />
  if (!partner_suspended) return null
  return (
    <section className="visit-banner" data-kind="suspended" aria-label={t('suspended.label')}>
      <IconPlayerPause size={20} aria-hidden />
      <p>{t('suspended.text', { name })}</p>
    </section>
  )
}

function Viewing({ me: { partner_id, company_name: name }, until }: { me: PartnerMe; until: string }) {
  const { t } = useTranslation('partner')
  const end = useAct({
    act: () => call(endViewing, {}),
    onDone: () => location.assign(`/admin/partners/${partner_id}`),
  })
  return (
    <section className="visit-banner" aria-label={t('viewing.label')}>
      <IconEye size={20} aria-hidden />
      <p>
        <b>{t('viewing.title', { name })}</b> {t('viewing.text', { when: timeOfDay(until) })}
      </p>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        {t('viewing.end')}
      </Button>
    </section>
  )
}
