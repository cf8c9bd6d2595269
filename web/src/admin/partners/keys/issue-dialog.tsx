import { Modal, NumberInput, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { issueKey } from '#contract/admin/keys.ts'
import type { Partner } from '#contract/admin/partners.ts'
import { type KeyMode, keyModes } from '#contract/vocabulary.ts'
import { call } from '../../../kit/api.ts'
import type { OperationForm } from '../../../kit/form.ts'
import { limitsOf } from '../../../kit/limits.ts'
import { readAgain } from '../../../kit/query-client.ts'
import { useDialog } from '../../../panel/use-dialog.ts'
import { ActForm } from '../act-dialog.tsx'
import { WhenField } from '../when-field.tsx'
import { changedByKeys } from './changed.ts'
import { ShownOnce } from './shown-once.tsx'

type IssueDialogProps = { partner: Partner; isOpen: boolean; onClose: () => void }

type Values = {
  mode: KeyMode
  label: string
  rate_limit_per_minute: number | ''
  expires_at: string
  reason: string
}

const initial: Values = { mode: 'live', label: '', rate_limit_per_minute: '', expires_at: '', reason: '' }

/** Issues a key, then shows its value once. */
export function IssueDialog({ partner, isOpen, onClose }: IssueDialogProps) {
  const { t } = useTranslation('partners')
  const [value, setValue] = useState<string | null>(null)
  const { partner_id, company_name: name } = partner
  const dialog = useDialog()
  const close = () => {
    onClose()
    setValue(null)
  }
  const issue = async ({ mode, label, rate_limit_per_minute, expires_at, reason }: Values) => {
    const body = {
      mode,
      reason,
      ...(label.trim() && { label }),
      ...(rate_limit_per_minute !== '' && { rate_limit_per_minute }),
      ...(expires_at && { expires_at }),
    }
    const { api_key } = await call(issueKey, { params: { partner_id }, body })
    setValue(api_key)
    void readAgain(...changedByKeys)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={value ? t('key.valueTitle') : t('key.issueTitle', { name })}
      {...dialog}
      {...(value && { closeOnClickOutside: false, closeOnEscape: false })}
    >
      {value ? (
        <ShownOnce value={value} name={name} onDone={close} />
      ) : (
        <ActForm
          act={t('key.issueAct')}
          body={issueKey.body}
          initial={initial}
          send={issue}
          renderFields={(form) => <IssueFields form={form} />}
        />
      )}
    </Modal>
  )
}

function IssueFields({ form }: { form: OperationForm<Values> }) {
  const { t } = useTranslation('partners')
  return (
    <>
      <Radio.Group label={t('key.mode')} {...form.getInputProps('mode')}>
        <div className="panel-choices">
          {keyModes.map((mode) => (
            <Radio key={mode} value={mode} label={t(`modes.${mode}`)} description={t(`modeHelp.${mode}`)} />
          ))}
        </div>
      </Radio.Group>
      <TextInput
        data-autofocus
        label={t('key.label')}
        description={t('key.labelHelp')}
        autoComplete="off"
        {...limitsOf(issueKey.body, 'label')}
        {...form.getInputProps('label')}
      />
      <NumberInput
        label={t('key.limit')}
        description={t('key.limitHelp')}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('rate_limit_per_minute')}
      />
      <WhenField
        label={t('key.expires')}
        description={t('key.expiresHelp')}
        initial=""
        error={form.errors.expires_at}
        onChange={(instant) => form.setFieldValue('expires_at', instant)}
      />
    </>
  )
}
