import '../panel/mantine.css'
import 'virtual:theme.css'
import '../kit/kit.css'
import '../panel/panel.css'
import { createRoot } from 'react-dom/client'
import { readStaffMe } from '#contract/admin/own-access.ts'
import { startLanguage } from '../kit/language.ts'
import { onSignedOut, readAgain } from '../kit/query-client.ts'
import { areaTexts } from './area-texts.ts'
import { Root } from './root.tsx'

await startLanguage(['panel', 'admin'], areaTexts)
const place = document.getElementById('root')
if (place) createRoot(place).render(<Root />)
// The frame reads the member again, and leads to the sign-in.
onSignedOut((read) => void (read !== readStaffMe.operationId && readAgain(readStaffMe)))
