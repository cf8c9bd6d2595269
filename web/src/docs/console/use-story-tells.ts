import { useEffect, useState } from 'react'
import type { StoryName } from '#contract/sandbox/stories.ts'
import { listStories } from '#contract/sandbox/world.ts'
import { ask } from '../api.ts'

type Tells = Partial<Record<StoryName, string>>

/**
 * The steps of each story, in the language of the page. Empty until loaded; the names of the stories are the fallback.
 */
export function useStoryTells(): Tells {
  const [tells, setTells] = useState<Tells>({})
  useEffect(() => {
    let isWanted = true
    ask(listStories, {}).then(
      ({ stories }) =>
        isWanted && setTells(Object.fromEntries(stories.map(({ name, tells }) => [name, tells]))),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [])
  return tells
}
