import type { Language } from '#contract/vocabulary.ts'
import { texts } from '../../../texts/index.ts'
import { shownContact } from '../company/made-pages.ts'

/** Where partners get help, in Markdown: a link, or in words when no contact is set (`SUPPORT_CONTACT`). */
export function supportLink(contact: string | null | undefined, language: Language): string {
  if (!contact) return texts[language].docs.keyGivers
  return `[${shownContact(contact)}](${contact})`
}
