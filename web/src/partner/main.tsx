import { startSurface } from '../member/start.tsx'
import { areaTexts } from './area-texts.ts'
import { router } from './router.tsx'
import { surface } from './surface.ts'

void startSurface({ surface, router, texts: areaTexts, first: ['partner', 'partners'] })
