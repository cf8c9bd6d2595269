import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from './texts/use-texts.ts'

/** Light, dark, or the setting of the device. */
export function ColourChoice() {
  const { t } = useTexts('kit')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const label = useId()
  return (
    <Stack gap={4}>
      <Text id={label} fw={600}>
        {t('colours')}
      </Text>
      <SegmentedControl
        aria-labelledby={label}
        fullWidth
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
        data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`colourOf.${value}`) }))}
      />
    </Stack>
  )
}
