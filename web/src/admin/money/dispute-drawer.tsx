import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listDisputes, releaseDispute, type StaffDispute } from '#contract/admin/money/disputes.ts'
import { listEffects } from '#contract/admin/money/effects.ts'
import { readToday } from '#contract/admin/today.ts'
import { call } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { dayAndTime } from '../../kit/when.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { type Asked, ReasonDialog } from '../person/reason-dialog.tsx'
import { placeOf } from '../places.ts'
import { mayCall, useMe } from '../session/me.ts'
import { RowsLink } from './rows-link.tsx'
import { type Nested, useNested } from './use-nested.ts'

type DisputeDrawerProps = { dispute: StaffDispute | undefined; onClose: () => void }

/** One dispute, with its job, its money and its release. */
export function DisputeDrawer({ dispute, onClose }: DisputeDrawerProps) {
  const { t } = useTranslation('money')
  const dialog = useDialog()
  const nested = useNested()
  return (
    <Drawer
      opened={dispute !== undefined}
      onClose={onClose}
      title={dispute && `${t(`disputes.kinds.${dispute.kind}`)} · ${money(dispute.amount_cents)}`}
      {...dialog}
      closeOnEscape={dialog.closeOnEscape && !nested.open}
    >
      {dispute && (
        <>
          <DisputeFacts dispute={dispute} />
          <Links dispute={dispute} />
          <Release dispute={dispute} nested={nested} />
        </>
      )}
    </Drawer>
  )
}

function DisputeFacts({ dispute }: { dispute: StaffDispute }) {
  const { t } = useTranslation('money')
  const { state, status, cause, reference, processor, opened_at, withdrawn_cents, fee_cents } = dispute
  const at = (head: string, instant: string | null): Fact[] => (instant ? [[head, dayAndTime(instant)]] : [])
  const reason: Fact[] = dispute.release_reason ? [[t('disputes.releaseReason'), dispute.release_reason]] : []
  return (
    <Facts
      facts={[
        [t('state'), t(`disputes.states.${state}`)],
        [t('disputes.cause'), cause],
        [t('disputes.status'), status],
        ...at(t('disputes.respondBy'), dispute.respond_by),
        [t('disputes.withdrawn'), money(withdrawn_cents)],
        [t('disputes.fee'), money(fee_cents)],
        [t('disputes.openedAt'), dayAndTime(opened_at)],
        ...at(t('disputes.closedAt'), dispute.closed_at),
        ...at(t('disputes.releasedAt'), dispute.released_at),
        ...reason,
        [t('processor'), processor],
        [t('disputes.reference'), <code key="reference">{reference}</code>],
      ]}
    />
  )
}

function Links({ dispute: { job, payment_id } }: { dispute: StaffDispute }) {
  const { t } = useTranslation('money')
  return (
    <p className="money-links">
      {job && (
        <PanelLink className="dray-plain-link" {...placeOf.job(job.job_id)}>
          {t('openJob')}
        </PanelLink>
      )}
      {payment_id && <RowsLink search={{ payment: payment_id }} text={t('rows')} />}
    </p>
  )
}

function Release({
  dispute: { processor, reference, blocks },
  nested,
}: {
  dispute: StaffDispute
  nested: Nested
}) {
  const { t } = useTranslation('money')
  const me = useMe()
  if (!blocks || !mayCall(me, releaseDispute)) return null
  const asked: Asked = {
    title: t('disputes.releaseTitle'),
    text: t('disputes.releaseText'),
    help: t('disputes.reasonKept'),
    act: t('disputes.release'),
    isRed: true,
    body: releaseDispute.body,
    send: (reason) => call(releaseDispute, { params: { processor, reference }, body: { reason } }),
    onDone: () => {
      notify({ text: t('disputes.released') })
      return readAgain(listDisputes, listEffects, readToday)
    },
  }
  return (
    <div className="panel-acts">
      <ActButton letter="x" isInDrawer variant="outline" color="red" onAct={() => nested.show('release')}>
        {t('disputes.release')}
      </ActButton>
      <ReasonDialog asked={nested.open === 'release' ? asked : null} onClose={nested.close} />
    </div>
  )
}
