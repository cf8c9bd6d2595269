import { useQuery } from '@tanstack/react-query'
import { listPartners, readPartner } from '#contract/admin/partners.ts'
import {
  listTariffs,
  readTariff,
  setTariff,
  type TariffVersion,
  withdrawTariff,
} from '#contract/admin/tariffs.ts'
import { call } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { useAddress } from '../../panel/link.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { type Nested, SubjectDrawer } from '../../panel/subject-drawer.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { mayCall, useMe } from '../session/me.ts'
import { TermsList } from './terms-list.tsx'

type VersionDrawerProps = { version: TariffVersion | undefined; onClose: () => void }

/** One version with its terms; a planned one can be taken back. */
export function VersionDrawer({ version, onClose }: VersionDrawerProps) {
  const { t } = useTexts('tariffs')
  const me = useMe()
  return (
    <SubjectDrawer
      isOpen={version !== undefined}
      onClose={onClose}
      title={version && t('versionTitle', { when: dayAndTime(version.starts_at) })}
    >
      {(nested) =>
        version && (
          <>
            <Terms tariffId={version.tariff_id} />
            {mayCall(me, setTariff) && <Acts version={version} nested={nested} />}
          </>
        )
      }
    </SubjectDrawer>
  )
}

function Terms({ tariffId }: { tariffId: string }) {
  const { data, error, refetch } = useQuery(reading(readTariff, { params: { tariff_id: tariffId } }))
  if (data) return <TermsList terms={data.terms} />
  return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />
}

type ActsProps = { version: TariffVersion; nested: Nested }

function Acts({ version: { tariff_id, starts_at, state }, nested }: ActsProps) {
  const { t } = useTexts('tariffs')
  const me = useMe()
  const plan = usePlan()
  const [, change] = useAddress()
  const isPlanned = useIsPlanned(tariff_id)
  const named = { when: dayAndTime(starts_at) }
  return (
    <div className="panel-acts">
      <ActButton letter="e" isInDrawer onAct={() => change({ edit: tariff_id, version: undefined })}>
        {t('basedOn')}
      </ActButton>
      {state === 'planned' && (
        <ActButton
          letter="x"
          isInDrawer
          variant="outline"
          color="red"
          disabled={isPlanned}
          onAct={() => nested.show('withdraw')}
        >
          {t('withdraw')}
        </ActButton>
      )}
      <ActDialog
        isDangerous
        isOpen={nested.open === 'withdraw'}
        onClose={nested.close}
        title={t('withdrawTitle', named)}
        text={t('withdrawText')}
        act={t('withdraw')}
        body={withdrawTariff.body}
        initial={{ reason: '' }}
        send={async (body) =>
          plan({
            subject: tariff_id,
            text: t('withdrawWill', named),
            done: t('withdrawDone', named),
            prove: () => proveAhead(me),
            send: (options) => call(withdrawTariff, { params: { tariff_id }, body, ...options }),
            changed: [listTariffs, readPartner, listPartners],
          })
        }
      />
    </div>
  )
}
