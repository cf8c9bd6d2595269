/** Every command takes it: one JSON value on standard output, nothing else. */
export const jsonOption = ['--json', 'print one JSON value and nothing else', false] as const
