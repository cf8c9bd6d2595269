import { Radio, Stack } from '@mantine/core'

type KindFieldProps<Kind extends string> = {
  label: string
  kinds: readonly Kind[]
  wordsOf: (kind: Kind) => string
  value: Kind | ''
  onChange: (kind: Kind) => void
  /** Shown until a kind is chosen. */
  missing: string | false
}

/** The kind of a report. */
export function KindField<Kind extends string>(props: KindFieldProps<Kind>) {
  const { label, kinds, wordsOf, value, onChange, missing } = props
  return (
    <Radio.Group
      size="md"
      label={label}
      value={value}
      onChange={(kind: Kind | '') => kind && onChange(kind)}
      error={!value && missing}
    >
      <Stack gap={0} mt="xs">
        {kinds.map((kind) => (
          <Radio key={kind} value={kind} label={wordsOf(kind)} className="app-radio" />
        ))}
      </Stack>
    </Radio.Group>
  )
}
