import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { cssVariables, theme } from '../src/kit/theme.ts'

const name = 'virtual:theme.css'

/**
 * Writes the theme as a style sheet at build time. Mantine would add it to the page at run time, which the pages'
 * Content Security Policy (`style-src 'self'`) refuses.
 */
export function themeCss(): Plugin {
  return {
    name: 'theme-css',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      const whole = mergeMantineTheme(DEFAULT_THEME, theme)
      const own = cssVariables(whole)
      const standard = defaultCssVariablesResolver(whole)
      const both = {
        variables: { ...standard.variables, ...own.variables },
        light: { ...standard.light, ...own.light },
        dark: { ...standard.dark, ...own.dark },
      }
      return convertCssVariables(both)
    },
  }
}
