import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/**
 * Fails the build if the style sheet with Mantine's styles (`kit/mantine.css`, `panel/mantine.css`) misses the styles
 * of a component in use. It does not import all of Mantine's styles, because they are twice as large and block the
 * first render.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle)
        const scripts = files.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n')
        const styles = files.map((file) =>
          file.fileName.endsWith('.css') && file.type === 'asset' ? String(file.source) : '',
        )
        const styled = classesIn(styles.join('\n'))
        const used = classesIn(scripts)
        const whole = classesIn(readFileSync(require.resolve('@mantine/core/styles.css'), 'utf8'))
        const missing = [...used].filter((name) => whole.has(name) && !styled.has(name))
        if (missing.length > 0) this.error(`mantine.css misses the styles of ${missing.join(', ')}`)
      },
    },
  }
}

/** Mantine's class names, such as `m_77c9d27d`: one for each part of a component. */
const classesIn = (text: string): Set<string> => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))
