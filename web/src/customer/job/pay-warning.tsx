import { Alert, Button, Stack, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import type { CustomerJob } from '#contract/app/job.ts'
import { usePaySheet } from '../pay/use-pay-sheet.ts'

const PaySheet = lazy(() => import('../pay/pay-sheet.tsx').then((file) => ({ default: file.PaySheet })))

type PayWarningProps = { job: CustomerJob; icon: ReactNode; title: string; text: string; act: string }

/** Warns of a problem with the payment and opens the payment sheet. */
export function PayWarning({ job, icon, title, text, act }: PayWarningProps) {
  const [isPaying, setPaying] = usePaySheet(job)
  return (
    <Alert color="red" icon={icon} title={title} role="alert">
      <Stack>
        <Text>{text}</Text>
        <Button onClick={() => setPaying(true)}>{act}</Button>
      </Stack>
      <Suspense fallback={null}>
        {isPaying !== null && <PaySheet job={job} opened={isPaying} onClose={() => setPaying(false)} />}
      </Suspense>
    </Alert>
  )
}
