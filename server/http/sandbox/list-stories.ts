import type { FastifyInstance } from 'fastify'
import { stories } from '#contract/sandbox/stories.ts'
import { listStories } from '#contract/sandbox/world.ts'
import { mount } from '../mount.ts'

export function mountListStories(scope: FastifyInstance): void {
  mount(scope, listStories, async () => ({ stories: [...stories] }))
}
