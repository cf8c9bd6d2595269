import { NativeSelect } from '@mantine/core'
import { createPartner, listPartners } from '#contract/admin/partners.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { useGo } from '../../panel/link.tsx'
import { CompanyField } from './company-field.tsx'
import { useLanguageChoices } from './language-choices.ts'

type Values = { company_name: string; sms_language: PersonLanguage | ''; reason: string }
const initial: Values = { company_name: '', sms_language: '', reason: '' }

/** Adds a partner and leads to its page, where its first key is issued. */
export function AddPartner({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTexts('partners')
  const go = useGo()
  const choices = useLanguageChoices()
  const add = async ({ company_name, sms_language, reason }: Values) => {
    const body = { company_name, sms_language: sms_language || null, reason }
    const added = await call(createPartner, { body })
    void readAgain(listPartners)
    notify({ text: t('created', { name: added.company_name }) })
    go(`/admin/partners/${added.partner_id}`)
  }
  return (
    <ActDialog
      {...{ isOpen, initial }}
      // The page that opens has no dialog to close.
      onClose={() => location.pathname === '/admin/partners' && onClose()}
      title={t('add')}
      act={t('add')}
      body={createPartner.body}
      send={add}
      renderFields={(form) => (
        <>
          <CompanyField {...form.getInputProps('company_name')} />
          <NativeSelect label={t('language')} data={choices} {...form.getInputProps('sms_language')} />
        </>
      )}
    />
  )
}
