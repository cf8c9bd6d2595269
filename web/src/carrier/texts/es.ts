import type { SameTexts } from '../../kit/texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  title: { feed: 'Encargos cerca' },
}
