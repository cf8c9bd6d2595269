import { Radio } from '@mantine/core'
import { issueKey } from '#contract/admin/keys.ts'
import type { Partner } from '#contract/admin/partners.ts'
import { type KeyMode, keyModes } from '#contract/vocabulary.ts'
import { call } from '../../../kit/api.ts'
import type { OperationForm } from '../../../kit/form.ts'
import { readAgain } from '../../../kit/query-client.ts'
import { useTexts } from '../../../kit/texts/use-texts.ts'
import { ActForm } from '../../../panel/act-form.tsx'
import { ValueDialog } from '../../../partnership/keys/value-dialog.tsx'
import { changedByKeys } from './changed.ts'
import { KeyFields, type KeyValues } from './key-fields.tsx'

type IssueDialogProps = { partner: Partner; isOpen: boolean; onClose: () => void }

type Values = KeyValues & { mode: KeyMode; reason: string }

const initial: Values = { mode: 'test', label: '', rate_limit_per_minute: '', expires_at: '', reason: '' }

/** Issues a key, then shows its value once. */
export function IssueDialog({ partner, ...dialog }: IssueDialogProps) {
  const { t } = useTexts('partners')
  const { partner_id, company_name: name } = partner
  const issue = async ({ mode, label, rate_limit_per_minute, expires_at, reason }: Values) => {
    const body = {
      mode,
      reason,
      ...(label.trim() && { label }),
      ...(rate_limit_per_minute !== '' && { rate_limit_per_minute }),
      ...(expires_at && { expires_at }),
    }
    const { api_key } = await call(issueKey, { params: { partner_id }, body })
    void readAgain(...changedByKeys)
    return api_key
  }
  return (
    <ValueDialog
      {...dialog}
      name={name}
      title={t('key.issueTitle', { name })}
      renderForm={(onValue) => (
        <ActForm
          act={t('key.issueAct')}
          body={issueKey.body}
          initial={initial}
          send={async (values) => onValue(await issue(values))}
          onBack={dialog.onClose}
          renderFields={(form) => <IssueFields form={form} />}
        />
      )}
    />
  )
}

function IssueFields({ form }: { form: OperationForm<Values> }) {
  const { t } = useTexts('partners')
  return (
    <>
      <Radio.Group label={t('key.mode')} {...form.getInputProps('mode')}>
        <div className="panel-choices">
          {keyModes.map((mode) => (
            <Radio key={mode} value={mode} label={t(`modes.${mode}`)} description={t(`modeHelp.${mode}`)} />
          ))}
        </div>
      </Radio.Group>
      <KeyFields body={issueKey.body} form={form} limitHelp={t('key.limitHelp')} />
    </>
  )
}
