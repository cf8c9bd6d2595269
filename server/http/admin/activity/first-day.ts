/** Midnight (UTC) of the first of the last `days` days, today counted; drafts that were deleted are counted by day. */
export const firstDay = (days: number): Date =>
  new Date((Math.floor(Date.now() / 86_400_000) - days + 1) * 86_400_000)
