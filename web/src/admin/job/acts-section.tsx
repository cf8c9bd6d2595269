import { Button } from '@mantine/core'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { KeyHint } from '../../panel/key-hint.tsx'
import { useAddress } from '../../panel/link.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { Section } from '../../panel/section.tsx'
import { useKeys } from '../../panel/use-keys.ts'
import { mayCall, useMe } from '../session/me.ts'
import { type AskedAct, acts, askedActs, whyNotOf } from './acts.ts'
import { JobActDialog } from './job-act-dialog.tsx'

/** The acts that the job allows now, each with its key, and why the others are not allowed. Empty for a viewer. */
export function ActsSection({ job }: { job: JobForStaff }) {
  const { job_id, acts: allowed } = job
  const { t } = useTexts('jobs')
  const me = useMe()
  const [{ act: asked }, change] = useAddress()
  const isPlanned = useIsPlanned(job_id)
  const own = askedActs.filter((act) => mayCall(me, acts[act].operation))
  const possible = isPlanned ? [] : own.filter((act) => whyNotOf(act, allowed) === null)
  const open = (act: AskedAct) => () => change({ act })
  useKeys(Object.fromEntries(possible.map((act) => [acts[act].key, open(act)])))
  if (own.length === 0) return null
  const impossible = own.filter((act) => !possible.includes(act))
  return (
    <Section title={t('acts.title')}>
      {possible.length > 0 && (
        <div className="job-acts">
          {possible.map((act) => (
            <Button
              key={act}
              variant={acts[act].isPlanned ? 'outline' : 'default'}
              {...(acts[act].isPlanned && { color: 'red' })}
              aria-keyshortcuts={acts[act].key}
              rightSection={<KeyHint of={acts[act].key} />}
              onClick={open(act)}
            >
              {t(`acts.is.${act}.act`)}
            </Button>
          ))}
        </div>
      )}
      {impossible.length > 0 && (
        <details className="panel-details job-why-not">
          <summary>{t('acts.notNow')}</summary>
          <dl>
            {impossible.map((act) => (
              <div key={act}>
                <dt>{t(`acts.is.${act}.act`)}</dt>
                <dd>{whyNotOf(act, allowed)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <JobActDialog
        act={possible.find((act) => act === asked)}
        job={job}
        onClose={() => change({ act: undefined }, { replace: true })}
      />
    </Section>
  )
}
