import type { Language } from '#contract/vocabulary.ts'
import { texts } from '../../../texts/index.ts'
import type { DocsTool } from './tools.ts'

/** The place of a tool in a page; its script fills it. */
export function toolPlace(tool: DocsTool, { language, isBuilt }: { language: Language; isBuilt: boolean }) {
  const { toolNeedsScripts, toolNotBuilt } = texts[language].docs
  if (!isBuilt) return `<p>${toolNotBuilt}</p>`
  return `<div class="tool" data-tool="${tool}"><noscript><p>${toolNeedsScripts}</p></noscript></div>`
}
