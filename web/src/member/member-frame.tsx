import { Outlet } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Frame } from '../panel/frame.tsx'
import { ProofDialog } from '../panel/proof-dialog.tsx'
import { AccountMenu } from './account-menu.tsx'
import { RefusedBefore } from './refused-before.tsx'
import { proofWaysOf } from './session/proof-ways.ts'
import { type MemberMe, useSurface } from './surface.ts'

type MemberFrameProps = Omit<ComponentProps<typeof Frame>, 'account' | 'children'> & {
  me: MemberMe
  /** False for a guest, whose account is elsewhere. */
  hasAccount?: boolean
}

/** The frame around the pages of a member who is signed in, and the dialog that asks for a fresh proof. */
export function MemberFrame({ me, hasAccount = true, ...frame }: MemberFrameProps) {
  return (
    <>
      <Frame {...frame} account={<AccountMenu me={me} hasAccount={hasAccount} />}>
        <RefusedBefore me={me} />
        <Outlet />
      </Frame>
      <ProofDialog ways={proofWaysOf(useSurface(), me)} />
    </>
  )
}
