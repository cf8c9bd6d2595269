import { type Places, port } from './places.ts'

/**
 * The postmaster's arguments. They are also how a later start knows that an orphan is run the way it would run its own,
 * so the order is fixed.
 */
export function postgresArguments(places: Places, more: Record<string, string>): string[] {
  const settings = { ...reach(places), ...sizes, ...quiet, ...more }
  return [
    '-D',
    places.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** A socket in a private folder, and no TCP: the bundled OpenSSL is past its end of life. */
const reach = ({ socketDir }: Places) => ({
  listen_addresses: '',
  port: String(port),
  // A list: a name with a comma or a blank has to stand in quotes.
  unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
})

const sizes = { max_connections: '60', shared_buffers: '128MB', jit: 'off', TimeZone: 'UTC' }

/**
 * Statements, parameters and row values (a unique violation's DETAIL holds them) stay out of the log. `server-log.ts`
 * reads the prefix.
 */
const quiet = {
  logging_collector: 'off',
  log_destination: 'stderr',
  log_timezone: 'UTC',
  log_line_prefix: '%b|',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}
