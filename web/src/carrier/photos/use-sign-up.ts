import { useIsMutating, useQuery } from '@tanstack/react-query'
import { readSignUp } from '#contract/app/sign-up.ts'
import { reading } from '../../kit/query-client.ts'

/** The steps of the sign-up and the photos. Another screen may have changed them a moment ago. */
export const useSignUp = () => useQuery({ ...reading(readSignUp, {}), refetchOnMount: 'always' })

/** The key of uploads of photos, of all fields. */
export const photoUpload = ['carrier-photo'] as const

/** Whether a photo is being sent: who leaves the page now would not see that it failed. */
export const useIsSendingPhoto = (): boolean => useIsMutating({ mutationKey: photoUpload }) > 0
