import { Type } from 'typebox'

/** The setting that allows the public server of an engine, which people share and which asks for restraint. */
export const publicOk = Type.Enum(['0', '1'], { type: 'string', default: '0' })

/** Minimum time between two requests to a public server, in milliseconds. */
export const publicGapMs = 1_000

/** Whether `url` is on `domain` or a host below it. */
export const isOn = (domain: string, url: string): boolean => {
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '')
  return host === domain || host.endsWith(`.${domain}`)
}

/** `setting` names the public server: refused until the operator allows it by `permission`. */
export const publicServerFault = (setting: string, permission: string): string =>
  `${setting} is the public server: run your own, or set ${permission}=1 (1 request a second)`
