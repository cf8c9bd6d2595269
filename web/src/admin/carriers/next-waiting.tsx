import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listCarriers } from '#contract/admin/carriers.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { KeyHint } from '../../panel/key-hint.tsx'
import { useGo } from '../../panel/link.tsx'
import { useKeys } from '../../panel/use-keys.ts'
import { IconArrowRight } from '../icons.ts'
import { placeOf } from '../places.ts'

/** After a decision: leads to another carrier who waits for one, on the key `n`. Empty if no carrier waits. */
export function NextWaiting({ accountId }: { accountId: string }) {
  const { t } = useTexts('people')
  const go = useGo()
  const { data } = useQuery(reading(listCarriers, { body: { filters: { status: 'pending' } } }))
  // The latest change comes first, so the last of the page waits longest.
  const next = data?.carriers.findLast(({ account_id }) => account_id !== accountId)
  const open = () => next && go(placeOf.carrier(next.account_id).to)
  useKeys(next ? { n: open } : {})
  if (!next) return null
  return (
    <div className="panel-acts">
      <Button
        variant="light"
        leftSection={<IconArrowRight size={16} aria-hidden />}
        rightSection={<KeyHint of="n" />}
        aria-keyshortcuts="n"
        onClick={open}
      >
        {t('carriers.next')}
      </Button>
    </div>
  )
}
