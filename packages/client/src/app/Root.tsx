import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ToastRegion } from '../ui/ToastRegion.tsx'
import { MissingLanguageNotice } from './MissingLanguageNotice.tsx'
import { PendingPage } from './PendingPage.tsx'

/** What every screen has: notices, and the place of the screen. */
export function Root() {
  return (
    <>
      <MissingLanguageNotice />
      <Suspense fallback={<PendingPage />}>
        <Outlet />
      </Suspense>
      <ToastRegion />
    </>
  )
}
