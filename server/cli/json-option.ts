/** Option of every command: prints one JSON value to standard output and nothing else. */
export const jsonOption = ['--json', 'print one JSON value and nothing else', false] as const
