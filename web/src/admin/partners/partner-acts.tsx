import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { listPartnerKeys } from '#contract/admin/keys.ts'
import { viewPartner } from '#contract/admin/partner-members.ts'
import {
  listPartners,
  type Partner,
  readPartner,
  renamePartner,
  resumePartner,
  setPartnerSmsLanguage,
  suspendPartner,
} from '#contract/admin/partners.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { CompanyField } from './company-field.tsx'
import { useLanguageChoices } from './language-choices.ts'

/** Queries whose responses these acts change. */
const changed = [readPartner, listPartners, listPartnerKeys]

type Act = 'rename' | 'language' | 'suspension' | 'view'
type DialogProps = { partner: Partner; isOpen: boolean; onClose: () => void }

/** What staff can do with a partner. */
export function PartnerActs({ partner }: { partner: Partner }) {
  const { t } = useTexts('partners')
  const [act, setAct] = useState<Act | null>(null)
  const isPlanned = useIsPlanned(partner.partner_id)
  const dialog = (name: Act) => ({ partner, isOpen: act === name, onClose: () => setAct(null) })
  const isSuspended = partner.suspended_at !== null
  return (
    <div className="panel-acts">
      <ActButton letter="e" onAct={() => setAct('rename')}>
        {t('rename')}
      </ActButton>
      <ActButton letter="l" onAct={() => setAct('language')}>
        {t('changeLanguage')}
      </ActButton>
      <ActButton letter="v" onAct={() => setAct('view')}>
        {t('view.act')}
      </ActButton>
      <ActButton
        letter="s"
        disabled={isPlanned}
        onAct={() => setAct('suspension')}
        {...(!isSuspended && { variant: 'outline', color: 'red' })}
      >
        {t(isSuspended ? 'resume' : 'suspend')}
      </ActButton>
      <Rename {...dialog('rename')} />
      <ChangeLanguage {...dialog('language')} />
      <View {...dialog('view')} />
      {isSuspended ? <Resume {...dialog('suspension')} /> : <Suspend {...dialog('suspension')} />}
    </div>
  )
}

function Rename({ partner: { partner_id, company_name }, ...dialog }: DialogProps) {
  const { t } = useTexts('partners')
  return (
    <ActDialog
      {...dialog}
      title={t('renameTitle', { name: company_name })}
      act={t('rename')}
      body={renamePartner.body}
      initial={{ company_name, reason: '' }}
      send={async (body) => {
        const partner = await call(renamePartner, { params: { partner_id }, body })
        notify({ text: t('renamed', { name: partner.company_name }) })
        await readAgain(...changed)
      }}
      renderFields={(form) => <CompanyField {...form.getInputProps('company_name')} />}
    />
  )
}

function ChangeLanguage({ partner: { partner_id, sms_language }, ...dialog }: DialogProps) {
  const { t } = useTexts('partners')
  const choices = useLanguageChoices()
  const initial: { sms_language: PersonLanguage | ''; reason: string } = {
    sms_language: sms_language ?? '',
    reason: '',
  }
  return (
    <ActDialog
      {...dialog}
      title={t('language')}
      act={t('changeLanguage')}
      // Empty means null here, which the contract's validation would refuse as missing.
      body={suspendPartner.body}
      initial={initial}
      send={async ({ sms_language, reason }) => {
        const body = { sms_language: sms_language || null, reason }
        await call(setPartnerSmsLanguage, { params: { partner_id }, body })
        notify({ text: t('languageChanged') })
        await readAgain(...changed)
      }}
      renderFields={(form) => (
        <NativeSelect
          data-autofocus
          label={t('language')}
          data={choices}
          {...form.getInputProps('sms_language')}
        />
      )}
    />
  )
}

/** Leads to the partner's own pages, in a read-only session. */
function View({ partner: { partner_id, company_name: name }, ...dialog }: DialogProps) {
  const { t } = useTexts('partners')
  return (
    <ActDialog
      {...dialog}
      title={t('view.title', { name })}
      text={t('view.text')}
      act={t('view.open')}
      body={viewPartner.body}
      initial={{ reason: '' }}
      send={async (body) => {
        await call(viewPartner, { params: { partner_id }, body })
        location.assign('/partner')
      }}
    />
  )
}

function Suspend({ partner: { partner_id, company_name: name }, ...dialog }: DialogProps) {
  const { t } = useTexts('partners')
  const plan = usePlan()
  return (
    <ActDialog
      {...dialog}
      isDangerous
      title={t('suspendTitle', { name })}
      text={t('suspendText')}
      act={t('suspend')}
      body={suspendPartner.body}
      initial={{ reason: '' }}
      send={async (body) =>
        plan({
          subject: partner_id,
          text: t('suspendWill', { name }),
          done: t('suspendDone', { name }),
          prove: () => Promise.resolve(),
          send: (options) => call(suspendPartner, { params: { partner_id }, body, ...options }),
          changed,
        })
      }
    />
  )
}

function Resume({ partner: { partner_id, company_name: name }, ...dialog }: DialogProps) {
  const { t } = useTexts('partners')
  return (
    <ActDialog
      {...dialog}
      title={t('resumeTitle', { name })}
      text={t('resumeText')}
      act={t('resume')}
      body={resumePartner.body}
      initial={{ reason: '' }}
      send={async (body) => {
        await call(resumePartner, { params: { partner_id }, body })
        notify({ text: t('resumeDone', { name }) })
        await readAgain(...changed)
      }}
    />
  )
}
