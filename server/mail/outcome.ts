/** The mail was not accepted. `reason` has no address in it. */
export class MailRefused extends Error {
  /** No later attempt can succeed. */
  readonly isFinal: boolean
  /** The server refused the recipient for good. */
  readonly isRecipient: boolean
  /** The words of the server. They may quote the address, so they are only shown to who has typed it. */
  readonly answer: string | null

  constructor(reason: string, { isFinal = false, isRecipient = false, answer = null as string | null } = {}) {
    super(reason)
    this.answer = answer
    this.isFinal = isFinal
    this.isRecipient = isRecipient
  }
}

/** The content was sent, and the answer to it was lost: the mail may have been accepted. */
export class MailUnknown extends Error {}
