import { useMutation } from '@tanstack/react-query'
import { notify } from '../../kit/notices.tsx'
import { useErrorText } from '../../kit/states.tsx'
import { useGo } from '../../panel/link.tsx'
import { useSurface } from '../surface.ts'
import { leave } from './me.ts'

/** Signs out and shows the sign-in page. */
export function useSignOut() {
  const go = useGo()
  const surface = useSurface()
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => leave(surface),
    onSuccess: () => go(`${surface.home}/sign-in`),
    onError: (error) => notify({ text: errorText(error), kind: 'bad' }),
  })
  return { signOut: () => mutate(), isPending }
}
