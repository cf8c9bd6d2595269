import '../panel/mantine.css'
import 'virtual:theme.css'
import '../kit/kit.css'
import '../panel/panel.css'
import type { AnyRouter } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { onLanguageChanged, startLanguage } from '../kit/language.ts'
import { onSignedOut, queryClient, readAgain } from '../kit/query-client.ts'
import type { AreaTexts } from '../kit/texts/areas.ts'
import type { Area } from '../kit/texts/text-of.ts'
import { Root } from './root.tsx'
import type { Surface } from './surface.ts'

type Start = {
  surface: Surface
  router: AnyRouter
  /** Texts of the surface, beside the texts of every panel. */
  texts: AreaTexts
  /** What its first page needs of them. */
  first: Area[]
}

/** Starts the pages of a surface. */
export async function startSurface({ surface, router, texts, first }: Start): Promise<void> {
  await startLanguage(['panel', 'member', ...first], { ...panelTexts, ...texts })
  // Some responses hold sentences in the language of their request.
  onLanguageChanged(() => void queryClient.invalidateQueries())
  const place = document.getElementById('root')
  if (place) createRoot(place).render(<Root surface={surface} router={router} />)
  const { readMe } = surface.operations
  // The frame reads the member again, and leads to the sign-in.
  onSignedOut((read) => void (read !== readMe.operationId && readAgain(readMe)))
}

const panelTexts: AreaTexts = {
  panel: {
    en: () => import('../texts/panel/en.ts'),
    es: () => import('../texts/panel/es.ts'),
  },
  member: {
    en: () => import('../texts/member/en.ts'),
    es: () => import('../texts/member/es.ts'),
  },
}
