import { Component, type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../lib/notices/toast.ts'
import { preload } from '../lib/page/preload.ts'

export type LazyPartOptions<P> = {
  /** Shown until the code is there. */
  readonly waiting?: (props: P) => ReactNode
  /** Closes the part, so that it can be opened again. Without it the part stays as while waiting. */
  readonly close?: (props: P) => void
}

/**
 * Returns a component whose code is loaded when the page is idle, or when it is first shown. If the code cannot
 * be loaded, or rendering fails, only this part is missing, and a notice reports it; the next time it is shown,
 * loading is tried again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting, close }: LazyPartOptions<P> = {},
): ComponentType<P> {
  const code = codeOf(load)
  preload(code.start)
  return (props: P) => <LoadedPart code={code} props={props} waiting={waiting} close={close} />
}

/** The same for a dialog, which closes if its code cannot be loaded. */
export function lazyDialog<P extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return lazyPart(load, { close: ({ onClose }) => onClose() })
}

type Code<P> = {
  /** Loads the code, again if that failed before. */
  readonly start: () => Promise<ComponentType<P>>
  readonly loaded: () => ComponentType<P> | null
}

function codeOf<P>(load: () => Promise<ComponentType<P>>): Code<P> {
  let loading: Promise<ComponentType<P>> | null = null
  let loaded: ComponentType<P> | null = null
  const start = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  return { start, loaded: () => loaded }
}

type LoadedPartProps<P> = {
  readonly code: Code<P>
  readonly props: P
  readonly waiting: LazyPartOptions<P>['waiting'] | undefined
  readonly close: LazyPartOptions<P>['close'] | undefined
}

function LoadedPart<P extends object>({ code, props, waiting, close }: LoadedPartProps<P>) {
  const { t } = useTranslation('common')
  const [Part, setPart] = useState(code.loaded)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isShown = true
    if (Part === null && !hasFailed)
      code.start().then(
        (component) => isShown && setPart(() => component),
        () => isShown && setFailed(true),
      )
    return () => {
      isShown = false
    }
  }, [code, Part, hasFailed])
  useEffect(() => {
    if (!hasFailed) return
    const retry = () => setFailed(false)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed])
  useEffect(() => {
    if (!hasFailed || close === undefined) return
    showToast(t('partFailed'), { tone: 'problem' })
    close(props)
  })
  const placeholder = waiting?.(props) ?? null
  if (Part === null || hasFailed) return placeholder
  return (
    <PartBoundary onError={() => setFailed(true)}>
      <Suspense fallback={placeholder}>
        <Part {...props} />
      </Suspense>
    </PartBoundary>
  )
}

/** Keeps an error of a part from the rest of the page. */
class PartBoundary extends Component<{ readonly onError: () => void; readonly children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onError()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
