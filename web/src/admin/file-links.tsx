import { Button } from '@mantine/core'
import { useTexts } from '../kit/texts/use-texts.ts'
import { proveAhead } from '../member/session/prove-ahead.ts'
import { CsvLink } from '../panel/csv-link.tsx'
import { followDownload } from '../panel/follow-download.ts'
import { useAct } from '../panel/use-act.ts'
import { useMe } from './session/me.ts'

export type WithPhones = { with_phones?: true }

type FileLinksProps = { hrefOf: (phones: WithPhones) => string }

/** Downloads what the page shows, with masked phones; staff and owners can have them whole after a fresh proof. */
export function FileLinks({ hrefOf }: FileLinksProps) {
  const { t } = useTexts('panel')
  const me = useMe()
  const whole = useAct({
    act: async () => {
      await proveAhead(me)
      followDownload(hrefOf({ with_phones: true }))
    },
  })
  return (
    <>
      {me.role !== 'viewer' && (
        <Button variant="subtle" loading={whole.isPending} onClick={() => whole.mutate()}>
          {t('csvWithPhones')}
        </Button>
      )}
      <CsvLink href={hrefOf({})} />
    </>
  )
}
