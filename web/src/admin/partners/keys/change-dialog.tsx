import { changeKey, type Key } from '#contract/admin/keys.ts'
import { call } from '../../../kit/api.ts'
import { notify } from '../../../kit/notices.tsx'
import { readAgain } from '../../../kit/query-client.ts'
import { useTexts } from '../../../kit/texts/use-texts.ts'
import { ActDialog } from '../../../panel/act-dialog.tsx'
import { keyName } from '../../../partnership/marks.tsx'
import { changedByKeys } from './changed.ts'
import { KeyFields, type KeyValues } from './key-fields.tsx'

type ChangeDialogProps = { apiKey: Key; isOpen: boolean; onClose: () => void }

type Values = KeyValues & { reason: string }

/** Changes limit, label and expiry of a key. */
export function ChangeDialog({ apiKey, isOpen, onClose }: ChangeDialogProps) {
  const { t } = useTexts('partners')
  const { key_id, label, rate_limit_per_minute, expires_at } = apiKey
  const initial: Values = {
    label: label ?? '',
    rate_limit_per_minute,
    expires_at: expires_at ?? '',
    reason: '',
  }
  const change = async ({ label, rate_limit_per_minute: limit, expires_at, reason }: Values) => {
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
      renderFields={(form) => <KeyFields body={changeKey.body} form={form} limitHelp={t('key.limitNow')} />}
    />
  )
}
