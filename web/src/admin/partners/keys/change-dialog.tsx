import { NumberInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changeKey, type Key } from '#contract/admin/keys.ts'
import { call } from '../../../kit/api.ts'
import { limitsOf } from '../../../kit/limits.ts'
import { notify } from '../../../kit/notices.tsx'
import { readAgain } from '../../../kit/query-client.ts'
import { ActDialog } from '../../../panel/act-dialog.tsx'
import { WhenField } from '../../../panel/when-field.tsx'
import { keyName } from '../../../partnership/marks.tsx'
import { changedByKeys } from './changed.ts'

type ChangeDialogProps = { apiKey: Key; isOpen: boolean; onClose: () => void }

/** Changes limit, label and expiry of a key. */
export function ChangeDialog({ apiKey, isOpen, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('partners')
  const { key_id, label, rate_limit_per_minute, expires_at } = apiKey
  const initial = {
    label: label ?? '',
    rate_limit_per_minute: rate_limit_per_minute as number | '',
    expires_at: expires_at ?? '',
    reason: '',
  }
  const change = async ({ label, rate_limit_per_minute: limit, expires_at, reason }: typeof initial) => {
    const body = {
      label: label.trim() || null,
      ...(limit !== '' && { rate_limit_per_minute: limit }),
      expires_at: expires_at || null,
      reason,
    }
    await call(changeKey, { params: { key_id }, body })
    notify({ text: t('key.changeDone') })
    await readAgain(...changedByKeys)
  }
  return (
    <ActDialog
      {...{ isOpen, onClose, initial }}
      title={t('key.changeTitle', { name: keyName(apiKey) })}
      act={t('key.change')}
      body={changeKey.body}
      send={change}
      renderFields={(form) => (
        <>
          <TextInput
            data-autofocus
            label={t('key.label')}
            description={t('key.labelHelp')}
            autoComplete="off"
            {...limitsOf(changeKey.body, 'label')}
            {...form.getInputProps('label')}
          />
          <NumberInput
            label={t('key.limit')}
            description={t('key.limitNow')}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('rate_limit_per_minute')}
          />
          <WhenField
            label={t('key.expires')}
            description={t('key.expiresHelp')}
            initial={expires_at ?? ''}
            error={form.errors.expires_at}
            onChange={(instant) => form.setFieldValue('expires_at', instant)}
          />
        </>
      )}
    />
  )
}
