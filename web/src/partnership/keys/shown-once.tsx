import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyField } from '../../panel/copy-field.tsx'
import { type UsedValue, Uses } from './uses.tsx'

type ShownOnceProps = {
  value: string
  /** Of the partner. */
  name: string
  /** Whether the reader is of the partner; staff hand the value over. */
  isOwn: boolean
  /** Values that ended with this. */
  ended: readonly UsedValue[]
  onDone: () => void
}

/** The value of a key, which the server tells only once. */
export function ShownOnce({ value, name, isOwn, ended, onDone }: ShownOnceProps) {
  const { t } = useTranslation('partners')
  return (
    <Stack>
      <Text c="dimmed">{t(isOwn ? 'key.own.valueText' : 'key.valueText')}</Text>
      <CopyField label={t('key.value', { name })} text={value} />
      {ended.length > 0 && (
        <Text c="dimmed">
          {t('key.ended')}
          <Uses values={ended} />
        </Text>
      )}
      <a className="dray-plain-link" href="/docs" target="_blank" rel="noreferrer">
        {t('key.guide')}
      </a>
      <Button onClick={onDone}>{t(isOwn ? 'key.own.done' : 'key.done')}</Button>
    </Stack>
  )
}
