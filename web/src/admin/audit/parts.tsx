import { useTranslation } from 'react-i18next'
import type { AuditEvent } from '#contract/admin/audit.ts'

/** Who acted, and from where. */
export function Actor({ actor: { name, type } }: Pick<AuditEvent, 'actor'>) {
  const { t } = useTranslation('admin')
  return (
    <span className="panel-pair">
      {name}
      <small>{t(`audit.types.${type}`)}</small>
    </span>
  )
}

/** A row that was changed: its kind, and the beginning and end of its id. */
export function Target({ target: { type, id } }: { target: AuditEvent['targets'][number] }) {
  return (
    <span className="panel-pair" title={id}>
      {type}
      <small>
        <code>{id.length > 14 ? `${id.slice(0, 4)}…${id.slice(-8)}` : id}</code>
      </small>
    </span>
  )
}
