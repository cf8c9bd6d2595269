import { listDisputes, releaseDispute, type StaffDispute } from '#contract/admin/money/disputes.ts'
import { listEffects } from '#contract/admin/money/effects.ts'
import { readToday } from '#contract/admin/today.ts'
import { call } from '../../kit/api.ts'
import { money } from '../../kit/money.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { type Nested, SubjectDrawer } from '../../panel/subject-drawer.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { SubjectLinks } from './subject-links.tsx'

type DisputeDrawerProps = { dispute: StaffDispute | undefined; onClose: () => void }

/** One dispute, with its job, its money and its release. */
export function DisputeDrawer({ dispute, onClose }: DisputeDrawerProps) {
  const { t } = useTexts('money')
  return (
    <SubjectDrawer
      isOpen={dispute !== undefined}
      onClose={onClose}
      title={dispute && `${t(`disputes.kinds.${dispute.kind}`)} · ${money(dispute.amount_cents)}`}
    >
      {(nested) =>
        dispute && (
          <>
            {dispute.state === 'open' && <p>{t(dispute.blocks ? 'disputes.todoBlocks' : 'disputes.todo')}</p>}
            <DisputeFacts dispute={dispute} />
            <SubjectLinks jobId={dispute.job?.job_id} paymentId={dispute.payment_id} />
            <Release dispute={dispute} nested={nested} />
          </>
        )
      }
    </SubjectDrawer>
  )
}

function DisputeFacts({ dispute }: { dispute: StaffDispute }) {
  const { t } = useTexts('money')
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

type ReleaseProps = { dispute: StaffDispute; nested: Nested }

function Release({ dispute: { processor, reference, blocks }, nested }: ReleaseProps) {
  const { t } = useTexts('money')
  const me = useMe()
  if (!blocks || !mayCall(me, releaseDispute)) return null
  return (
    <div className="panel-acts">
      <ActButton letter="x" isInDrawer variant="outline" color="red" onAct={() => nested.show('release')}>
        {t('disputes.release')}
      </ActButton>
      <ActDialog
        isOpen={nested.open === 'release'}
        onClose={nested.close}
        title={t('disputes.releaseTitle')}
        text={t('disputes.releaseText')}
        act={t('disputes.release')}
        isDangerous
        body={releaseDispute.body}
        initial={{ reason: '' }}
        send={async (body) => {
          await call(releaseDispute, { params: { processor, reference }, body })
          notify({ text: t('disputes.released') })
          void readAgain(listDisputes, listEffects, readToday)
        }}
      />
    </div>
  )
}
