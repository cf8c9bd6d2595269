import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { Language } from '#contract/vocabulary.ts'
import { areaTexts } from './area-texts.ts'
import { WayIn } from './customer/draft/way-in.tsx'
import { startLanguage } from './kit/language.ts'
import { queryClient } from './kit/query-client.ts'
import { theme } from './kit/theme.ts'

/** HTML of the first screen of a draft. Runs in the build (`web/build/first-screen.ts`), not in the browser. */
export async function render(language: Language): Promise<string> {
  await startLanguage(['signIn'], areaTexts, language)
  return renderToString(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <WayIn phone={null} shortId="" onSignedIn={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
