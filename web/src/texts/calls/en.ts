/** How both sides of a job call each other. */
export const en = {
  call: 'Call {{name}}',
  message: 'Text {{name}}',
  ask: 'Get a number to call {{name}}',
  /** Of a person whose name is not known. */
  unnamed: { call: 'Call', message: 'Send a text', ask: 'Get a number to call' },
  why: 'It hides the numbers of both of you. Call from the phone that you use here.',
  over: 'You can no longer call each other about this job.',
} as const
