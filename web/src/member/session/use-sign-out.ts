import { useMutation } from '@tanstack/react-query'
import { notify } from '../../kit/notices.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { useSurface } from '../surface.ts'
import { leave } from './me.ts'

/**
 * Signs out and loads the sign-in page. A new document has no cached responses of the member, and no page of the frame
 * is rendered without a member in between.
 */
export function useSignOut() {
  const surface = useSurface()
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => leave(surface),
    onSuccess: () => window.location.assign(`${surface.home}/sign-in`),
    onError: (error) => notify({ text: errorText(error), kind: 'bad' }),
  })
  return { signOut: () => mutate(), isPending }
}
