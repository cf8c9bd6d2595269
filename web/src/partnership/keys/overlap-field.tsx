import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { keyOverlaps } from '#contract/vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** How long the old value of a key works beside the new one. */
export function OverlapField(props: NativeSelectProps) {
  const { t } = useTexts('partners')
  return (
    <NativeSelect
      data-autofocus
      label={t('key.overlapOf')}
      data={keyOverlaps.map((value) => ({ value, label: t(`key.overlaps.${value}`) }))}
      {...props}
    />
  )
}
