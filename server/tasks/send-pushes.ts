import { type PushNeeds, sendDuePushes } from '../push/send.ts'

/** Sends all due pushes, also those whose sender died. */
export async function sendPushes(needs: PushNeeds, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await sendDuePushes(needs, signal)));
}
