/** The mail was not accepted. `reason` has no address in it. */
export class MailRefused extends Error {
  /** No later attempt can succeed. */
  readonly isFinal: boolean
  /** The server refused the recipient for good. */
  readonly isRecipient: boolean

  constructor(reason: string, { isFinal = false, isRecipient = false } = {}) {
    super(reason)
    this.isFinal = isFinal
    this.isRecipient = isRecipient
  }
}

/** The content was sent, and the answer to it was lost: the mail may have been accepted. */
export class MailUnknown extends Error {}
