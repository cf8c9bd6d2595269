import { useSyncExternalStore } from 'react'
import { sharePosition } from '#contract/app/positions.ts'
import { maxAccuracyM } from '#contract/app/way.ts'
import { ApiError, call } from '../../kit/api.ts'
import { choose, readChoices, sharedJobs } from './choices.ts'

/** Why no position can be sent now. `searching`: the device does not find its place at the moment. */
export type SharingProblem = 'denied' | 'unsupported' | 'searching' | null

/** Between two reports, while the carrier drives; and while it waits. */
const pauseMs = 10_000
const restMs = 60_000
/** Less than this is not sent as a movement. */
const stepM = 25

type Fix = GeolocationPosition
type Watch = { id: number; timer: ReturnType<typeof setInterval> }

let watch: Watch | null = null
let problem: SharingProblem = null
let newest: Fix | null = null
/** Cancels the reports on their way. */
let sending = new AbortController()
let sent: { fix: Fix; atMs: number } | null = null
const listeners = new Set<() => void>()

export const useSharingProblem = (): SharingProblem => useSyncExternalStore(subscribe, getProblem, getProblem)

/**
 * Shares the position until the returned function is called; the delay lets the next screen go on. No position is
 * shared without a screen that says so.
 */
export function keepSharing(): () => void {
  screens++
  startSharing()
  return () => {
    screens--
    setTimeout(() => screens === 0 && endSharing(), 1_000)
  }
}

let screens = 0

/** Watches the position while a job wants it. Called again, it goes on, or tries again after a refusal. */
export function startSharing(): void {
  if (watch || sharedJobs(readChoices()).length === 0) return
  if (!('geolocation' in navigator)) return setProblem('unsupported')
  setProblem(null)
  const id = navigator.geolocation.watchPosition(onFix, onError, {
    enableHighAccuracy: true,
    maximumAge: 5_000,
    timeout: restMs,
  })
  watch = { id, timer: setInterval(onTick, pauseMs) }
  keepAwake()
  addEventListener('visibilitychange', keepAwake)
}

function endSharing(): void {
  if (!watch) return
  navigator.geolocation.clearWatch(watch.id)
  clearInterval(watch.timer)
  watch = null
  newest = null
  sent = null
  cancelReports()
  removeEventListener('visibilitychange', keepAwake)
  letSleep()
}

/** To be called before the request that deletes the positions: a report on its way must not come after it. */
export function cancelReports(): void {
  sending.abort()
  sending = new AbortController()
}

/** The device may answer after the screen was left: nothing may be sent then. */
function onFix(fix: Fix): void {
  if (!watch) return
  newest = fix
  setProblem(fix.coords.accuracy > maxAccuracyM ? 'searching' : null)
  sendIfDue()
}

function onError({ code, PERMISSION_DENIED }: GeolocationPositionError): void {
  if (!watch) return
  if (code !== PERMISSION_DENIED) return setProblem('searching')
  setProblem('denied')
  endSharing()
}

/** A phone that does not move reports no position by itself, so it is asked. */
function onTick(): void {
  const isOld = !newest || Date.now() - newest.timestamp > restMs - pauseMs
  if (isOld && document.visibilityState === 'visible')
    navigator.geolocation.getCurrentPosition(onFix, onError, { enableHighAccuracy: true, timeout: restMs })
  else sendIfDue()
}

function sendIfDue(): void {
  const fix = newest
  if (!fix || fix.coords.accuracy > maxAccuracyM || !isDue(fix)) return
  sent = { fix, atMs: Date.now() }
  for (const jobId of sharedJobs(readChoices())) void send(jobId, fix)
}

function isDue(fix: Fix): boolean {
  if (!sent) return true
  const sinceMs = Date.now() - sent.atMs
  if (sinceMs < pauseMs || fix.timestamp <= sent.fix.timestamp) return false
  return sinceMs >= restMs || metresBetween(fix.coords, sent.fix.coords) >= stepM
}

/** A report that is lost is not repeated: the next one is newer. A job that has ended is forgotten. */
async function send(job_id: string, { coords, timestamp }: Fix): Promise<void> {
  const now = Date.now()
  const body = {
    lat: coords.latitude,
    lon: coords.longitude,
    accuracy_m: coords.accuracy,
    at: new Date(Math.min(timestamp, now)).toISOString(),
    sent_at: new Date(now).toISOString(),
  }
  try {
    await call(sharePosition, { params: { job_id }, body, signal: sending.signal })
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403, 404, 409].includes(error.status)) return
    choose(job_id, null)
    if (sharedJobs(readChoices()).length === 0) endSharing()
  }
}

/** Exact enough for some metres. */
function metresBetween(a: GeolocationCoordinates, b: GeolocationCoordinates): number {
  const metresPerDegree = 111_320
  const north = (a.latitude - b.latitude) * metresPerDegree
  const east = (a.longitude - b.longitude) * metresPerDegree * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

let lock: Promise<WakeLockSentinel | null> | null = null

/** A phone whose screen goes off tells no position. The browser takes the lock back with each change of the app. */
function keepAwake(): void {
  if (document.visibilityState !== 'visible' || !watch) return
  lock = navigator.wakeLock?.request('screen').catch(() => null) ?? null
}

function letSleep(): void {
  void lock?.then((held) => held?.release())
  lock = null
}

function setProblem(next: SharingProblem): void {
  if (next === problem) return
  problem = next
  for (const changed of listeners) changed()
}

const getProblem = () => problem

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
