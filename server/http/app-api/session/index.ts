import type { FastifyInstance } from 'fastify'
import { type CheckCodeNeeds, mountCheckCode } from './check-code.ts'
import { mountEndDevice } from './end-device.ts'
import { mountEndOtherDevices } from './end-other-devices.ts'
import { mountListDevices } from './list-devices.ts'
import { mountSignOut, type SignOutNeeds } from './sign-out.ts'
import { mountStartSignIn, type StartSignInNeeds } from './start-sign-in.ts'

export type SessionNeeds = StartSignInNeeds & CheckCodeNeeds & SignOutNeeds

/** Signing in and out, and the other sessions of the account. */
export function mountSession(scope: FastifyInstance, needs: SessionNeeds): void {
  mountStartSignIn(scope, needs)
  mountCheckCode(scope, needs)
  mountSignOut(scope, needs)
  mountListDevices(scope, needs)
  mountEndDevice(scope, needs)
  mountEndOtherDevices(scope, needs)
}
