import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CrashBoundary } from './crashed.tsx'
import { Notices } from './kit/notices.tsx'
import { queryClient } from './kit/query-client.ts'
import { TermsHost } from './kit/terms-host.tsx'
import { theme } from './kit/theme.ts'

/**
 * What every screen needs around it. Mantine adds no style element: the build writes its variables as a file
 * (`web/build/theme-css.ts`).
 */
export function Root({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <CrashBoundary>{children}</CrashBoundary>
        <Notices />
        <TermsHost />
      </QueryClientProvider>
    </MantineProvider>
  )
}
