import { mergeThemeOverrides } from '@mantine/core'
import { theme as appTheme } from '../kit/theme.ts'

const small = { defaultProps: { size: 'sm' } }

/** The app's theme with smaller fields and buttons; on touch screens they are larger (`base.css`). */
export const theme = mergeThemeOverrides(appTheme, {
  components: {
    Button: small,
    ActionIcon: { defaultProps: { size: 36, variant: 'subtle' } },
    TextInput: small,
    PasswordInput: small,
    NumberInput: small,
    Textarea: small,
    Select: small,
    NativeSelect: small,
    Checkbox: small,
    Radio: small,
    Switch: small,
    SegmentedControl: small,
    Modal: { defaultProps: { lockScroll: false, centered: true, radius: 'lg', size: 'md' } },
    Drawer: { defaultProps: { lockScroll: false, position: 'right', radius: 0, size: '30rem' } },
  },
})
