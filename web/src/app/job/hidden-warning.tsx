import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerJob } from '#contract/app/job.ts'
import { usePaySheet } from '../pay/use-pay-sheet.ts'

const PaySheet = lazy(() => import('../pay/pay-sheet.tsx').then((file) => ({ default: file.PaySheet })))

/** The hold could not be renewed (DESIGN 3, Life): what that means, and the way out of it. */
export function HiddenWarning({ job }: { job: CustomerJob }) {
  const { t } = useTranslation('app')
  const [isPaying, setPaying] = usePaySheet(job)
  return (
    <Alert color="red" icon={<IconEyeOff aria-hidden />} title={t('job.hiddenTitle')} role="alert">
      <Stack>
        <Text>{t('job.hiddenText')}</Text>
        <Button onClick={() => setPaying(true)}>{t('job.payAgain')}</Button>
      </Stack>
      <Suspense fallback={null}>
        {isPaying !== null && <PaySheet job={job} opened={isPaying} onClose={() => setPaying(false)} />}
      </Suspense>
    </Alert>
  )
}
