import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AuditEvent } from '#contract/admin/audit.ts'
import { type StaffRole, staffRoles } from '#contract/vocabulary.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { useDialog } from '../../panel/use-dialog.ts'

/** One event of the log with everything that it says. */
export function EventDrawer({ event, onClose }: { event: AuditEvent | undefined; onClose: () => void }) {
  const dialog = useDialog()
  return (
    <Drawer opened={event !== undefined} onClose={onClose} title={event?.act} {...dialog}>
      {event && <OneEvent event={event} />}
    </Drawer>
  )
}

function OneEvent({ event: { at, actor, targets, reason, changes, request_id } }: { event: AuditEvent }) {
  const { t } = useTranslation('admin')
  const { name, type, role } = actor
  const then: Fact[] = role ? [[t('audit.role'), isStaffRole(role) ? t(`roles.${role}`) : role]] : []
  const request: Fact[] = request_id ? [[t('audit.request'), <code key="id">{request_id}</code>]] : []
  return (
    <>
      <Facts
        facts={[
          [t('audit.at'), dayAndTime(at)],
          [t('audit.actor'), `${name} (${t(`audit.types.${type}`)})`],
          ...then,
          [t('audit.reason'), reason ?? t('audit.noReason')],
          ...request,
        ]}
      />
      <h3>{t('audit.target')}</h3>
      <ul className="panel-targets">
        {targets.map((target) => (
          <li key={target.id}>
            {target.type}{' '}
            <PanelLink className="dray-plain-link" to="/admin/audit" search={{ target: target.id }}>
              <code>{target.id}</code>
            </PanelLink>
          </li>
        ))}
      </ul>
      {changes && <Changes changes={changes} />}
    </>
  )
}

/** The log keeps the roles of older versions too. */
const isStaffRole = (role: string): role is StaffRole => staffRoles.some((known) => known === role)

function Changes({ changes }: { changes: NonNullable<AuditEvent['changes']> }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <h3>{t('audit.changes')}</h3>
      <table className="panel-changes">
        <thead>
          <tr>
            <th scope="col">{t('audit.field')}</th>
            <th scope="col">{t('audit.before')}</th>
            <th scope="col">{t('audit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(changes).map(([field, { from, to }]) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{shown(from)}</td>
              <td>{shown(to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
