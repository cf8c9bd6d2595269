export const bundleFolder: string
export function entryOf(root: string): string
export function isBundled(root: string): boolean
export function hashOfServer(root: string): string
