import { useEffect } from 'react'

/** Calls `act` at once, and again every `ms` while the page is visible. */
export function useEverySoOften(act: () => Promise<void>, ms: number): void {
  useEffect(() => {
    const first = setTimeout(() => void act())
    const timer = setInterval(() => {
      if (!document.hidden) void act()
    }, ms)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [act, ms])
}
