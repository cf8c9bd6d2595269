import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/**
 * The green of the server's pages (`server/http/pages/assets/pages/base.css`). White on shades 6 and 7 passes WCAG AA.
 */
const brand: MantineColorsTuple = [
  '#e9f6f0',
  '#d3ebe0',
  '#a6d8c2',
  '#7fd0ae',
  '#52c79c',
  '#2a9d75',
  '#13805f',
  '#0b6b4f',
  '#085540',
  '#053a2b',
]

/** Mantine's red, darker from shade 6 on, so white on it passes WCAG AA. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#fa5252',
  '#c92a2a',
  '#b3201f',
  '#9b1c1c',
  '#7f1515',
]

/** Greys of the dark theme (fields, switches, placeholders), with the tint of its background and cards. */
const dark: MantineColorsTuple = [
  '#c8d2cd',
  '#b5c1bb',
  '#7f8d86',
  '#66746d',
  '#3f4b46',
  '#34403a',
  '#222d28',
  '#1b2420',
  '#151d1a',
  '#0f1513',
]

/** The build also imports it and writes it as a style sheet (`web/build/theme-css.ts`). */
export const theme = createTheme({
  colors: { brand, red, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  // At this luminance black and white text have the same contrast.
  luminanceThreshold: 0.179,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: {
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1.05rem' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Mantine's scroll lock adds a style element at run time, which the CSP refuses; `base.css` locks the scroll
    // instead.
    Modal: { defaultProps: { lockScroll: false, centered: true, radius: 'lg' } },
    Drawer: { defaultProps: { lockScroll: false, position: 'bottom', radius: 'lg' } },
    // The head of a dialog is not the head of the page, which screen readers would list twice.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 2 } },
    NumberInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    PinInput: { defaultProps: { size: 'lg' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    SegmentedControl: { defaultProps: { size: 'md' } },
  },
})

/** Background, text and borders as on the server's pages, with readable contrast for dimmed text. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...readableColours(Object.keys(colors)),
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-body': '#f6f5f1',
    '--mantine-color-text': '#17211d',
    '--mantine-color-dimmed': '#53615a',
    '--mantine-color-placeholder': '#66736c',
    '--mantine-color-default-border': '#c9c8bf',
    '--dray-card': '#ffffff',
    '--dray-line': '#e3e1d9',
    '--dray-tint': '#e6f1eb',
    '--dray-accent': '#0b6b4f',
  },
  dark: {
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    // Mantine's own tint is darker than a plain button here.
    '--mantine-color-brand-light': '#1d4d3c',
    '--mantine-color-brand-light-hover': '#245c48',
    '--mantine-color-brand-light-color': '#d3ebe0',
    '--mantine-color-gray-filled': 'var(--mantine-color-gray-7)',
    '--mantine-color-grape-filled': 'var(--mantine-color-grape-7)',
    '--mantine-color-body': '#0f1513',
    '--mantine-color-text': '#edf3f0',
    '--mantine-color-dimmed': '#a5b3ac',
    '--mantine-color-placeholder': '#8b9992',
    '--mantine-color-default': '#1b2420',
    '--mantine-color-default-hover': '#222d28',
    '--mantine-color-default-border': '#3a4842',
    '--dray-card': '#171f1c',
    '--dray-line': '#28332f',
    '--dray-tint': '#163026',
    '--dray-accent': '#52c79c',
  },
})

/** Coloured text of the light theme, on the background or on its own tint: Mantine's colours fail WCAG AA there. */
function readableColours(names: string[]): Record<string, string> {
  const coloured = names.filter((name) => name !== 'dark')
  return Object.fromEntries(
    coloured.flatMap((name) =>
      ['text', 'light-color', 'outline'].map((role) => [`--mantine-color-${name}-${role}`, darkened(name)]),
    ),
  )
}

const darkened = (name: string): string =>
  name === 'brand'
    ? 'var(--mantine-color-brand-7)'
    : `color-mix(in srgb, var(--mantine-color-${name}-9), black ${name === 'red' ? 0 : 40}%)`
