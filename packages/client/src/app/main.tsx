import '../styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n, startI18n } from '../i18n/i18n.ts'
import { watchMissingLanguages } from '../i18n/missing-language.ts'
import { startPreloading } from '../lib/page/preload.ts'
import { browserSaving } from '../lib/saving/browser-saving.ts'
import { SavingContext } from '../lib/saving/use-saving.ts'
import { onSignedOut } from '../lib/server/call.ts'
import { queryClient } from '../lib/server/query-client.ts'
import { startShortcuts } from '../lib/shortcuts/shortcuts.ts'
import { followFocus } from './follow-focus.ts'
import { InterfaceLocale } from './InterfaceLocale.tsx'
import { appRouter } from './router.tsx'
import { textsAt } from './screens.ts'

const place = document.getElementById('app')
if (place === null) throw new Error('index.html has no #app')

const saving = browserSaving()
const router = appRouter({ saving })
watchMissingLanguages()
startShortcuts()
followFocus(router)
onSignedOut(
  () => void queryClient.invalidateQueries({ queryKey: ['session'] }).then(() => router.invalidate()),
)

const textsLoaded = startI18n(textsAt(window.location.pathname))
// Code and data of the first screen arrive together with its texts. The router shows what fails.
void router.load()
await textsLoaded
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
startPreloading(() => queryClient.isFetching() === 0)
