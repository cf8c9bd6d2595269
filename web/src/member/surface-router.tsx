import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router'
import { plainSearch } from '../panel/plain-search.ts'
import { Crashed } from './crashed.tsx'
import { NotFound } from './not-found.tsx'
import type { Surface } from './surface.ts'

type SurfacePages = Pick<Surface, 'home'> & {
  /** The frame around every page for members who are signed in. */
  Inside: RouteComponent
  /** The pages inside the frame by their paths below the first page, whose path is empty. */
  pages: Record<string, RouteComponent>
}

/** All pages of a surface: the pages for signing in and the own account are the same on each. */
export function surfaceRouter({ home, Inside, pages }: SurfacePages) {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
  const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Inside })
  const below = (parent: () => typeof root | typeof inside, found: SurfacePages['pages']) =>
    Object.entries(found).map(([path, component]) =>
      createRoute({
        getParentRoute: parent as () => typeof root,
        path: path ? `${home}/${path}` : home,
        component,
      }),
    )
  return createRouter({
    routeTree: root.addChildren([
      ...below(() => root, ways),
      inside.addChildren(below(() => inside, { ...pages, account })),
    ]),
    ...plainSearch,
    defaultPreload: 'intent',
    defaultErrorComponent: Crashed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}

/** Each page is downloaded on first use. */
const ways = {
  invitation: lazyRouteComponent(() => import('./invitation/index.tsx'), 'InvitationPage'),
  'sign-in': lazyRouteComponent(() => import('./sign-in/index.tsx'), 'SignIn'),
}
const account = lazyRouteComponent(() => import('./account/index.tsx'), 'Account')
