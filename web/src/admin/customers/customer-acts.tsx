import { type AccountForStaff, eraseAccount } from '#contract/admin/accounts.ts'
import type { ApiError } from '../../kit/api.ts'
import { IconDownload, IconTrash } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActBar, type KeyedAct } from '../../panel/act-bar.tsx'
import { AskedDialog, type TitledAct } from '../../panel/act-dialog.tsx'
import { useAddress } from '../../panel/link.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { IconBan, IconPlayerPlay } from '../icons.ts'
import { mayCall, useMe } from '../session/me.ts'
import { useDownload } from './use-download.ts'
import { useErase } from './use-erase.tsx'
import { useSuspension } from './use-suspension.ts'

type Act = 'suspend' | 'resume' | 'download' | 'erase'

type CustomerActsProps = { account: AccountForStaff; onRefused: (refusal: ApiError | null) => void }

/** What staff can do with an account; each act asks for a reason first, in a dialog with a URL. */
export function CustomerActs({ account, onRefused }: CustomerActsProps) {
  const { t } = useTexts('people')
  const me = useMe()
  const [address, change] = useAddress()
  const isPlanned = useIsPlanned(account.account_id)
  const name = account.name ?? t('noName')
  const asked: Record<Act, TitledAct> = {
    ...useSuspension(account, name),
    download: useDownload(account, name),
    erase: useErase({ account, name, onRefused }),
  }
  const offered: Act[] = [
    account.suspended_at ? 'resume' : 'suspend',
    'download',
    ...(mayCall(me, eraseAccount) ? (['erase'] as const) : []),
  ]
  const act = offered.find((each) => each === address.act) ?? null
  const acts = offered.map((offer): KeyedAct => {
    const onAct = () => {
      onRefused(null)
      change({ act: offer }, { replace: true })
    }
    return { ...looks[offer], text: t(`customers.${offer}`), onAct }
  })
  return (
    <>
      <ActBar acts={acts} isOff={isPlanned} />
      <AskedDialog asked={act && asked[act]} onClose={() => change({ act: undefined }, { replace: true })} />
    </>
  )
}

const looks: Record<Act, Pick<KeyedAct, 'key' | 'Icon' | 'kind'>> = {
  suspend: { key: 's', Icon: IconBan, kind: 'red' },
  resume: { key: 'u', Icon: IconPlayerPlay, kind: 'main' },
  download: { key: 'd', Icon: IconDownload },
  erase: { key: 'x', Icon: IconTrash, kind: 'red' },
}
