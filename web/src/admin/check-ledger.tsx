import { Button } from '@mantine/core'
import { checkLedger, type Ledger, readLedger } from '#contract/admin/money/ledger.ts'
import { readMoney } from '#contract/admin/money/overview.ts'
import { readToday } from '#contract/admin/today.ts'
import { call } from '../kit/api.ts'
import { notify } from '../kit/notices.tsx'
import { readAgain } from '../kit/query-client.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { useGo } from '../panel/link.tsx'
import { useAct } from '../panel/use-act.ts'
import { mayCall, useMe } from './session/me.ts'

const maxSeconds = 60

/** Waits for the background check, with a timeout of a minute: a large ledger takes minutes. */
async function checkUntilDone() {
  let ledger = await call(checkLedger, {})
  for (let second = 0; ledger.checking && second < maxSeconds; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    ledger = await call(readLedger, {})
  }
  return ledger
}

/** Checks the ledger now, for members who may. What differs is shown on the page of the ledger. */
export function CheckLedger() {
  const { t } = useTexts('admin')
  const me = useMe()
  const go = useGo()
  const check = useAct({
    act: checkUntilDone,
    onDone: ({ checking, balanced, differences }) => {
      void readAgain(readLedger, readMoney, readToday)
      if (checking) return notify({ text: t('checkLedger.goesOn') })
      if (balanced) return notify({ text: t('checkLedger.agrees') })
      notify({ text: t('checkLedger.differs', { count: differences.length }), kind: 'bad' })
    },
  })
  if (!mayCall(me, checkLedger)) return null
  // Not called when the reader has left the page in the meantime.
  const onSuccess = ({ checking, balanced }: Ledger) => checking || balanced || go('/admin/money/ledger')
  const begin = () => check.mutate(undefined, { onSuccess })
  return (
    <Button
      className="panel-act-beside"
      variant="default"
      size="compact-sm"
      loading={check.isPending}
      onClick={begin}
    >
      {t('checkLedger.act')}
    </Button>
  )
}
