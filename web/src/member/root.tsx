import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { Notices } from '../kit/notices.tsx'
import { queryClient } from '../kit/query-client.ts'
import { PlannedActs } from '../panel/planned-acts.tsx'
import { theme } from '../panel/theme.ts'
import { type Surface, SurfaceProvider } from './surface.ts'

/** Mantine adds no style element: the build writes its variables as a file (`web/build/theme-css.ts`). */
export function Root({ surface, router }: { surface: Surface; router: AnyRouter }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <SurfaceProvider value={surface}>
          <RouterProvider router={router as never} />
        </SurfaceProvider>
        <PlannedActs />
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  )
}
