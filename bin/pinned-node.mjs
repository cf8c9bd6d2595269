// Plain JavaScript that any Node can read: the Node of the machine may be too old for the rest.
import { spawn } from 'node:child_process'

// A service manager sends SIGTERM to one process only; Ctrl-C and a closed terminal send SIGINT and SIGHUP to both, and
// a server counts the first signal.
const handedOn = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Runs the pinned Node in place of this process: forwards the signals that stop it, and ends by the signal that ended
 * it.
 *
 * @returns its exit code.
 */
export async function launchPinned(node, args) {
  const child = spawn(node, args, {
    // The fourth tells the child when this process has ended, also by SIGKILL.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, DRAY_PINNED_NODE: '1' },
  })
  for (const name of handedOn) process.on(name, () => child.kill(name))
  const { code, signal } = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
  if (signal === null) return code
  for (const name of handedOn) process.removeAllListeners(name)
  process.kill(process.pid, signal)
  // The signal may come to another thread of this process, a moment later.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return 1
}

/** Stops this process when the one that launched it has ended. */
export function stopWithLauncher() {
  if (!process.env.DRAY_PINNED_NODE || !process.channel) return
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // A command ends when its work is done.
  process.channel.unref()
}
