import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyField } from '../../../panel/copy-field.tsx'

/** The value of a key, which the server tells only once. */
export function ShownOnce({ value, name, onDone }: { value: string; name: string; onDone: () => void }) {
  const { t } = useTranslation('partners')
  return (
    <Stack>
      <Text c="dimmed">{t('key.valueText')}</Text>
      <CopyField label={t('key.value', { name })} text={value} />
      <a className="dray-plain-link" href="/docs" target="_blank" rel="noreferrer">
        {t('key.guide')}
      </a>
      <Button onClick={onDone}>{t('key.done')}</Button>
    </Stack>
  )
}
