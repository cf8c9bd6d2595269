import { useEffect, useState } from 'react'

const tickMs = 30_000

/** Current time, updated twice a minute: for texts such as "5 minutes ago". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
