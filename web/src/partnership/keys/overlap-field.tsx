import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { keyOverlaps } from '#contract/vocabulary.ts'

/** How long the old value of a key works beside the new one. */
export function OverlapField(props: NativeSelectProps) {
  const { t } = useTranslation('partners')
  return (
    <NativeSelect
      data-autofocus
      label={t('key.overlapOf')}
      data={keyOverlaps.map((value) => ({ value, label: t(`key.overlaps.${value}`) }))}
      {...props}
    />
  )
}
