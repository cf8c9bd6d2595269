/** The paths a route's URL stands for: `/v1/jobs/:job_id` is `/v1/jobs/` and one more segment. */
export const pathPattern = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`)
