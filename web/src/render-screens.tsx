import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { areaTexts } from './area-texts.ts'
import { WayIn } from './customer/draft/way-in.tsx'
import { startLanguage } from './kit/language.ts'
import { queryClient } from './kit/query-client.ts'
import { assumeSignedOut } from './kit/signed-out.ts'
import type { Area } from './kit/texts/text-of.ts'
import { theme } from './kit/theme.ts'
import { loadScreenOf, Screens } from './router.tsx'
import { wholeTexts } from './whole-texts.ts'

/* HTML of first screens. Runs in the build (`web/build/first-screen.ts`), not in the browser. */

/** A draft before its code. */
export const renderDraft = (language: PersonLanguage): Promise<string> =>
  render(<WayIn phone={null} shortId="" onSignedIn={() => {}} />, { language, area: 'signIn' })

/** The screen of a path on a phone, before its data has come, of a person or of a stranger. */
export async function renderLoading(
  path: string,
  { language, area }: { language: PersonLanguage; area: Area },
): Promise<string> {
  assumeSignedOut(area === 'welcome' || area === 'signIn')
  await loadScreenOf(path)
  return render(<Screens />, { language, area })
}

async function render(
  screen: ReactNode,
  { language, area }: { language: PersonLanguage; area: Area },
): Promise<string> {
  await startLanguage([area], areaTexts, { whole: wholeTexts, language })
  const renderOnce = () =>
    renderToString(
      <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>
      </MantineProvider>,
    )
  // Without it, the welcome would be the loading state of a part that is loaded lazily.
  await import('./carrier/welcome/index.tsx')
  renderOnce()
  await new Promise((loaded) => setTimeout(loaded))
  return renderOnce()
}
