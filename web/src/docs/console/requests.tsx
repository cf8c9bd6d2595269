import './requests.css'
import { RequestLink } from '../request-link.tsx'
import { useConsoleTexts } from '../texts.ts'
import type { SessionJob } from './session-jobs.ts'

/** The requests of this tab for the job. A key cannot read its own log, so requests of other code are behind a link. */
export function Requests({ job: { id, sent } }: { job: SessionJob }) {
  const { job: t } = useConsoleTexts()
  return (
    <div className="console-part tool-stack">
      <h3>{t.requests}</h3>
      {sent && (
        <ul className="console-requests">
          {sent.map((each) => (
            <li key={each.requestId}>
              <code>{each.call}</code> <code>{each.status}</code>
              <RequestLink sent={each} />
            </li>
          ))}
        </ul>
      )}
      <p className="tool-soft">
        {t.requestsWhy} <a href="/partner/requests">{t.requestLog}</a>,{' '}
        <a href={`/partner/jobs/${id}`}>{t.onPages}</a>.
      </p>
    </div>
  )
}
