export const en = {
  title: { jobs: 'Your jobs' },
} as const
