import type { FastifyInstance } from 'fastify'
import { stories } from '#contract/sandbox/stories.ts'
import { listStories } from '#contract/sandbox/world.ts'
import { texts } from '../../texts/index.ts'
import { mount } from '../mount.ts'

export function mountListStories(scope: FastifyInstance): void {
  mount(scope, listStories, async ({ language }) => ({
    stories: stories.map((story) => ({ ...story, tells: texts[language].sandbox.stories[story.name] })),
  }))
}
