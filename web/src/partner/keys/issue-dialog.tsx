import { issueTestKey } from '#contract/partner-panel/keys.ts'
import { call } from '../../kit/api.ts'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActForm } from '../../panel/act-form.tsx'
import { LabelField } from '../../partnership/keys/label-field.tsx'
import { ValueDialog } from '../../partnership/keys/value-dialog.tsx'
import { useMe } from '../session/me.ts'
import { changedByKeys } from './changed.ts'

type IssueDialogProps = { isOpen: boolean; onClose: () => void }

/** Makes a test key, then shows its value once. */
export function IssueDialog(dialog: IssueDialogProps) {
  const { t } = useTexts('partner')
  const { company_name: name } = useMe()
  const issue = async ({ label }: { label: string }) => {
    const { api_key } = await call(issueTestKey, { body: label.trim() ? { label } : {} })
    void readAgain(...changedByKeys)
    return api_key
  }
  return (
    <ValueDialog
      {...dialog}
      isOwn
      name={name}
      title={t('keys.issue')}
      renderForm={(onValue) => (
        <ActForm
          text={t('keys.issueText')}
          act={t('keys.issueAct')}
          body={issueTestKey.body}
          initial={{ label: '' }}
          send={async (values) => onValue(await issue(values))}
          onBack={dialog.onClose}
          renderFields={(form) => <LabelField body={issueTestKey.body} {...form.getInputProps('label')} />}
        />
      )}
    />
  )
}
