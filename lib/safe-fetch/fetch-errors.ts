export type RefusalReason =
  | 'url'
  | 'dns'
  | 'address'
  | 'connection'
  | 'redirect'
  | 'status'
  | 'encoding'
  | 'size'
  | 'timeout'

/** One message for all causes, so the sender of a URL cannot probe the host behind it. `reason` is for metrics. */
export class FetchRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super('The file could not be downloaded')
    this.reason = reason
  }
}

/** The caller's signal aborted, so the URL and its host did not cause the error. */
export class FetchAborted extends Error {
  constructor() {
    super('The caller aborted the download')
  }
}
