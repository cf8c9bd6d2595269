import dns from 'node:dns'
import { isIP } from 'node:net'

/** Loaded into each tool before it starts: no name but `localhost` is resolved, so that a tool cannot reach other servers. */
const { lookup } = dns
dns.lookup = (name, ...rest) => {
  if (name === 'localhost' || isIP(name)) return lookup(name, ...rest)
  const error = new Error(`${name} is not resolved: the checks use this machine alone`)
  rest.at(-1)(Object.assign(error, { code: 'ENOTFOUND' }))
}
