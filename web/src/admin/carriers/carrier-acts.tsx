import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import type { CarrierStatus } from '#contract/vocabulary.ts'
import { IconCheck, IconX } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActBar, type KeyedAct } from '../../panel/act-bar.tsx'
import { AskedDialog } from '../../panel/act-dialog.tsx'
import { useAddress } from '../../panel/link.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { IconBan, IconPlayerPlay } from '../icons.ts'
import type { Refused } from './not-decided.tsx'
import { useAdmit } from './use-admit.ts'
import { useTurnDown } from './use-turn-down.ts'

type Decision = 'approve' | 'reject' | 'suspend' | 'resume'

type CarrierActsProps = { carrier: CarrierForStaff; onRefused: (refused: Refused | null) => void }

/** The decisions that the status of the carrier allows. Each asks for a reason first, in a dialog with a URL. */
export function CarrierActs({ carrier, onRefused }: CarrierActsProps) {
  const acts = useKeyedActs()
  const [{ act }, change] = useAddress()
  const decision = allowed[carrier.status].find((each) => each === act) ?? null
  const close = () => change({ act: undefined }, { replace: true })
  const isPlanned = useIsPlanned(carrier.account_id)
  const refused = (why: Refused) => {
    close()
    onRefused(why)
  }
  const asked = {
    ...useAdmit({ carrier, onRefused: refused }),
    ...useTurnDown(carrier),
  }
  const ask = (chosen: Decision) => {
    onRefused(null)
    change({ act: chosen }, { replace: true })
  }
  return (
    <>
      <ActBar acts={allowed[carrier.status].map((chosen) => acts(chosen, ask))} isOff={isPlanned} />
      <AskedDialog asked={decision && asked[decision]} onClose={close} />
    </>
  )
}

const allowed: Record<CarrierStatus, Decision[]> = {
  pending: ['approve', 'reject', 'suspend'],
  approved: ['suspend'],
  rejected: ['approve'],
  suspended: ['resume'],
}

function useKeyedActs() {
  const { t } = useTexts('people')
  const looks: Record<Decision, Pick<KeyedAct, 'key' | 'Icon' | 'kind'>> = {
    approve: { key: 'a', Icon: IconCheck, kind: 'main' },
    reject: { key: 'r', Icon: IconX },
    suspend: { key: 's', Icon: IconBan, kind: 'red' },
    resume: { key: 'u', Icon: IconPlayerPlay, kind: 'main' },
  }
  return (decision: Decision, ask: (decision: Decision) => void): KeyedAct => ({
    ...looks[decision],
    text: t(`carriers.${decision}`),
    onAct: () => ask(decision),
  })
}
