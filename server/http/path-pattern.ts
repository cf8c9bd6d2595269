/** Pattern of the paths that a route URL matches: `/v1/jobs/:job_id` matches `/v1/jobs/` and one more segment. */
export const pathPattern = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`)
