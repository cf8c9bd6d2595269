/** The mail server of `MAIL_URL`. */
export type MailServer = {
  host: string
  port: number
  /** `smtps`: encrypted from the start; `starttls`: required before anything else; `off`: never. */
  tls: 'smtps' | 'starttls' | 'off'
  credentials: { user: string; password: string } | null
}

const form =
  /^(smtps?):\/\/(?:([^:@/?#\s]*):([^@/?#\s]*)@)?([\w.-]+|\[[0-9a-fA-F:]+\])(?::(\d{1,5}))?\/?(\?tls=off)?$/

/**
 * Parses `smtps://user:password@host:465` or `smtp://…:587`. Passwords are never sent in clear: `tls=off`, for a relay
 * on this machine, allows none.
 *
 * @returns null when the URL is not valid.
 */
export function parseMailUrl(text: string): MailServer | null {
  const [, scheme, user, password = '', host = '', port, off] = form.exec(text) ?? []
  if (!scheme || (off && (scheme === 'smtps' || user !== undefined))) return null
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null
  const tls = scheme === 'smtps' ? 'smtps' : off ? 'off' : 'starttls'
  try {
    return {
      host: host.replace(/^\[|\]$/g, ''),
      port: Number(port ?? (scheme === 'smtps' ? 465 : 587)),
      tls,
      credentials:
        user === undefined
          ? null
          : { user: decodeURIComponent(user), password: decodeURIComponent(password) },
    }
  } catch {
    return null
  }
}
