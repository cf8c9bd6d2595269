export const bundleFolder: string
export function entryOf(root: string): string
export function isBundled(root: string): boolean
export function stampFile(root: string): string
export function stampBundle(root: string, built: { hash: string; times: string }): void
export function refreshTimes(root: string): void
export function hashOfServer(root: string): string
export function timesOfServer(root: string): string
