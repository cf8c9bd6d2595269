import type { AuditEvent } from '#contract/admin/audit.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { PanelLink } from '../../panel/link.tsx'
import { placeOfTarget } from './place-of-target.ts'
import { targetName, useThing } from './target-name.ts'

/** Who acted, and from where. */
export function Actor({ actor: { name, type } }: Pick<AuditEvent, 'actor'>) {
  const { t } = useTexts('audit')
  return (
    <span className="panel-pair">
      {name}
      <small>{t(`types.${type}`)}</small>
    </span>
  )
}

type TargetProps = { target: AuditEvent['targets'][number]; act: string }

/** What was changed, as a link to its page where it has one, and its kind. */
export function Target({ target, act }: TargetProps) {
  const thing = useThing()
  const place = placeOfTarget(target, act)
  const name = target.label === null ? <code>{targetName(target)}</code> : targetName(target)
  return (
    <span className="panel-pair" title={target.id}>
      {place ? (
        <PanelLink className="dray-plain-link" {...place}>
          {name}
        </PanelLink>
      ) : (
        <span>{name}</span>
      )}
      <small>{thing(target.type)}</small>
    </span>
  )
}
