import { Modal, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Key, rotateKey } from '#contract/admin/keys.ts'
import type { Partner } from '#contract/admin/partners.ts'
import { type KeyOverlap, keyOverlaps } from '#contract/vocabulary.ts'
import { call } from '../../../kit/api.ts'
import { readAgain } from '../../../kit/query-client.ts'
import { useDialog } from '../../../panel/use-dialog.ts'
import { ActForm } from '../act-dialog.tsx'
import { keyName } from '../marks.tsx'
import { changedByKeys } from './changed.ts'
import { ShownOnce } from './shown-once.tsx'

type RotateDialogProps = { apiKey: Key; partner: Partner; isOpen: boolean; onClose: () => void }

const initial: { overlap: KeyOverlap; reason: string } = { overlap: '24h', reason: '' }

/** Gives a key a new value, then shows it once. */
export function RotateDialog({ apiKey, partner, isOpen, onClose }: RotateDialogProps) {
  const { t } = useTranslation('partners')
  const [value, setValue] = useState<string | null>(null)
  const { key_id } = apiKey
  const dialog = useDialog()
  const close = () => {
    onClose()
    setValue(null)
  }
  const rotate = async (body: typeof initial) => {
    const { api_key } = await call(rotateKey, { params: { key_id }, body })
    setValue(api_key)
    void readAgain(...changedByKeys)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={value ? t('key.valueTitle') : t('key.rotateTitle', { name: keyName(apiKey) })}
      {...dialog}
      {...(value && { closeOnClickOutside: false, closeOnEscape: false })}
    >
      {value ? (
        <ShownOnce value={value} name={partner.company_name} onDone={close} />
      ) : (
        <ActForm
          text={t('key.rotateText')}
          act={t('key.rotate')}
          body={rotateKey.body}
          initial={initial}
          send={rotate}
          renderFields={(form) => (
            <NativeSelect
              data-autofocus
              label={t('key.overlapOf')}
              data={keyOverlaps.map((value) => ({ value, label: t(`key.overlaps.${value}`) }))}
              {...form.getInputProps('overlap')}
            />
          )}
        />
      )}
    </Modal>
  )
}
