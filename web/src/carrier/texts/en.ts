export const en = {
  title: { feed: 'Jobs nearby' },
} as const
