export function filesBelow(root: string, folder: string): string[]
export function timesOf(root: string, files: string[]): string
