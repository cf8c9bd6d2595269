import { lazyRouteComponent } from '@tanstack/react-router'
import { surfaceRouter } from '../member/surface-router.tsx'
import { Inside } from './inside.tsx'

/** All of the partner's own pages; each is downloaded on first use. */
export const router = surfaceRouter({
  home: '/partner',
  Inside,
  pages: {
    '': lazyRouteComponent(() => import('./overview/index.tsx'), 'Overview'),
    jobs: lazyRouteComponent(() => import('./jobs/index.tsx'), 'Jobs'),
    'jobs/$jobId': lazyRouteComponent(() => import('./job/index.tsx'), 'JobPage'),
    keys: lazyRouteComponent(() => import('./keys/index.tsx'), 'Keys'),
    requests: lazyRouteComponent(() => import('./activity/index.tsx'), 'RequestsPage'),
    errors: lazyRouteComponent(() => import('./activity/index.tsx'), 'ErrorsPage'),
    sms: lazyRouteComponent(() => import('./sms/index.tsx'), 'SmsPreviewPage'),
    statements: lazyRouteComponent(() => import('./statements/index.tsx'), 'Statements'),
    people: lazyRouteComponent(() => import('./people/index.tsx'), 'People'),
  },
})
