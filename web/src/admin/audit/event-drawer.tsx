import './event-drawer.css'
import { Drawer } from '@mantine/core'
import type { AuditEvent } from '#contract/admin/audit.ts'
import { type StaffRole, staffRoles } from '#contract/vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { Changes } from './changes.tsx'
import { Target } from './parts.tsx'
import { useActName } from './use-act-name.ts'

/** One event of the log with all its fields. */
export function EventDrawer({ event, onClose }: { event: AuditEvent | undefined; onClose: () => void }) {
  const dialog = useDialog()
  const actName = useActName()
  return (
    <Drawer opened={event !== undefined} onClose={onClose} title={event && actName(event.act)} {...dialog}>
      {event && <OneEvent event={event} />}
    </Drawer>
  )
}

function OneEvent({
  event: { at, act, actor, targets, reason, changes, request_id },
}: {
  event: AuditEvent
}) {
  const { t } = useTexts('audit')
  const { t: admin } = useTexts('admin')
  const { name, type, role } = actor
  const then: Fact[] = role ? [[t('role'), isStaffRole(role) ? admin(`roles.${role}`) : role]] : []
  const request: Fact[] = request_id ? [[t('request'), <code key="id">{request_id}</code>]] : []
  return (
    <>
      <Facts
        facts={[
          [t('at'), dayAndTime(at)],
          [t('actor'), `${name} (${t(`types.${type}`)})`],
          ...then,
          [t('reason'), reason ?? t(isKeptElsewhere.test(act) ? 'reasonElsewhere' : 'noReason')],
          [t('code'), <code key="act">{act}</code>],
          ...request,
        ]}
      />
      <h3>{t('target')}</h3>
      <ul className="audit-targets">
        {targets.map((target) => (
          <li key={target.id}>
            <Target target={target} act={act} />{' '}
            <PanelLink className="dray-plain-link" to="/admin/audit" search={{ target: target.id }}>
              {t('history')}
            </PanelLink>
          </li>
        ))}
      </ul>
      {changes && <Changes changes={changes} />}
    </>
  )
}

/** Acts whose reason is in the row of the job, the person or the dispute. */
const isKeptElsewhere = /^(job|carrier|account|dispute|document)\./

/** The log keeps the roles of older versions too. */
const isStaffRole = (role: string): role is StaffRole => staffRoles.some((known) => known === role)
