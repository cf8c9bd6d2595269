/** When the carrier tapped the button, which is earlier than the request if the phone was offline; null if not sent. */
export const tappedAtOf = ({ tapped_at }: { tapped_at?: string }): Date | null =>
  tapped_at ? new Date(tapped_at) : null
