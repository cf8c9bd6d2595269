// The health check of a container: exit code 0 if `start`, `serve` or `work` answers on its port, else 1.
const { PORT, WORK_PORT } = process.env
const answers = await Promise.all([PORT || 8080, WORK_PORT || 8081].map(isLive))
process.exit(answers.includes(true) ? 0 : 1)

async function isLive(port) {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(2_500) })
    return ok
  } catch {
    return false
  }
}
