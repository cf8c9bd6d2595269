import { type ClusterPaths, port } from './paths.ts'

/** The postmaster's arguments, in a fixed order: a later start compares them to decide whether to adopt an orphan. */
export function postgresArguments(paths: ClusterPaths, more: Record<string, string>): string[] {
  const settings = { ...reach(paths), ...sizes, ...quiet, ...more }
  return [
    '-D',
    paths.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** A socket in a private folder, and no TCP: the bundled OpenSSL is past its end of life. */
const reach = ({ socketDir }: ClusterPaths) => ({
  listen_addresses: '',
  port: String(port),
  // The setting is a list, so a path with a comma or a space must be quoted.
  unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
})

const sizes = { max_connections: '60', shared_buffers: '128MB', jit: 'off', TimeZone: 'UTC' }

/**
 * Keeps statements, parameters and row values (such as the DETAIL of a unique violation) out of the log.
 * `server-log.ts` parses the prefix.
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
