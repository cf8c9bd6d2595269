import './docs.css'
import './controls.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Language } from '#contract/vocabulary.ts'
import { announceKey } from './key-store.ts'
import { loadConsoleTexts, loadTexts, pageLanguage } from './load-texts.ts'
import { ConsoleTextsContext, TextsContext } from './texts.ts'

/** Starts each tool of the page in its `<div data-tool="…">`. The code of a tool is loaded only where it is shown. */
const tools: Record<string, (language: Language) => Promise<ReactNode>> = {
  async console(language) {
    const [{ Console }, texts] = await Promise.all([
      import('./console/index.tsx'),
      loadConsoleTexts(language),
    ])
    return (
      <ConsoleTextsContext value={texts}>
        <Console />
      </ConsoleTextsContext>
    )
  },
  async price() {
    const { PriceTool } = await import('./price/index.tsx')
    return <PriceTool />
  },
  async sms() {
    const { SmsTool } = await import('./sms/index.tsx')
    return <SmsTool />
  },
}

async function start(place: HTMLElement, language: Language): Promise<void> {
  const load = tools[place.dataset['tool'] ?? '']
  if (!load) return
  const [texts, tool] = await Promise.all([loadTexts(language), load(language)])
  place.classList.add('tool')
  createRoot(place).render(
    <StrictMode>
      <TextsContext value={{ ...texts, locale: language }}>{tool}</TextsContext>
    </StrictMode>,
  )
}

announceKey()
// Back shows the browser's cached page; the key may have been removed or replaced on another page since.
addEventListener('pageshow', announceKey)
for (const place of document.querySelectorAll<HTMLElement>('[data-tool]')) void start(place, pageLanguage)
