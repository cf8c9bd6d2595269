import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconCircleCheck } from '../../kit/icons.ts'
import { Shell } from '../../kit/shell.tsx'
import { Empty } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** Confirms the deletion; also shown if the response was lost. */
export function Deleted() {
  const { t } = useTexts('account')
  return (
    <Shell title={t('erasure.doneTitle')} branded>
      <Empty
        icon={<IconCircleCheck size={48} aria-hidden />}
        title={t('erasure.doneHead')}
        text={t('erasure.doneText')}
        action={
          <Button variant="default" component={Link} to="/app/sign-in">
            {t('erasure.doneAct')}
          </Button>
        }
      />
    </Shell>
  )
}
