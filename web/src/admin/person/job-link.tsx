import { PanelLink } from '../../panel/link.tsx'

/** The title of a job, which leads to its page. */
export function JobLink({ jobId, children }: { jobId: string; children: string }) {
  return (
    <PanelLink className="dray-plain-link" to={`/admin/jobs/${jobId}`}>
      {children}
    </PanelLink>
  )
}
