// In a file of its own, which runs as soon as it has loaded (vite.config.ts).
import './first.ts'
import '../styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n, i18nStarted } from '../i18n/i18n.ts'
import { startPreloading } from '../lib/page/preload.ts'
import { browserSaving } from '../lib/saving/browser-saving.ts'
import { SavingContext } from '../lib/saving/use-saving.ts'
import { onSignedOut } from '../lib/server/call.ts'
import { queryClient } from '../lib/server/query-client.ts'
import { dropStartedRequests } from '../lib/server/started-requests.ts'
import { startShortcuts } from '../lib/shortcuts/shortcuts.ts'
import { followFocus } from './follow-focus.ts'
import { InterfaceLocale } from './InterfaceLocale.tsx'
import { appRouter } from './router.tsx'

const place = document.getElementById('app')
if (place === null) throw new Error('index.html has no #app')

const saving = browserSaving()
const router = appRouter({ saving })
startShortcuts()
followFocus(router)
onSignedOut(
  () => void queryClient.invalidateQueries({ queryKey: ['session'] }).then(() => router.invalidate()),
)

// Texts, session, code and data of the first screen are loading since `first.ts`. The router shows what fails.
void router.load()
// Later screens load theirs. Redirects at the start lead to the first screen.
router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
  if (fromLocation !== undefined) dropStartedRequests()
})
await i18nStarted()
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <InterfaceLocale i18n={i18n}>
        <SavingContext value={saving}>
          <RouterProvider router={router} />
        </SavingContext>
      </InterfaceLocale>
    </QueryClientProvider>
  </StrictMode>,
)
startPreloading(() => !router.state.isLoading && queryClient.isFetching() === 0)
