import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../components/lazy-part.tsx'
import { ProofPlace } from '../features/account/ProofPlace.tsx'
import { PendingPage } from './PendingPage.tsx'

/** Loaded right after the first screen, mostly before there is anything to announce, or a focus that gets lost. */
const FocusKeeper = lazyPart(async () => (await import('./loaded-later.ts')).FocusKeeper)
const MissingLanguageNotice = lazyPart(async () => (await import('./loaded-later.ts')).MissingLanguageNotice)
const ToastRegion = lazyPart(async () => (await import('./loaded-later.ts')).ToastRegion)

/** What every screen has: notices, the keeper of the focus, and the screen itself. */
export function Root() {
  return (
    <>
      <MissingLanguageNotice />
      <Suspense fallback={<PendingPage />}>
        <Outlet />
      </Suspense>
      <ProofPlace />
      <FocusKeeper />
      <ToastRegion />
    </>
  )
}
