import type { i18n as I18n } from 'i18next'

/** Namespaces that are shown in English while their files are being retried. */
export type StandIns = {
  /** Called when English has been added for this namespace. */
  readonly add: (namespace: string) => void
  /** Resolves as soon as all of them can be shown: loaded, given up, or in English. */
  readonly whenShown: (namespaces: readonly string[], loading: Promise<unknown>) => Promise<void>
}

/**
 * Lets the interface render in English from the second failed read on, while i18next keeps retrying the
 * files: such namespaces are reported as loaded. If a file loads after all, i18next notifies its users, and
 * its texts replace the English ones.
 */
export function standIns(i18n: I18n): StandIns {
  const shown = new Set<string>()
  const waiting = new Set<() => void>()
  const hasLoaded = i18n.hasLoadedNamespace.bind(i18n)
  const isShown = (namespace: string) => shown.has(namespace)
  Object.assign(i18n, {
    hasLoadedNamespace: (...[namespace, options]: Parameters<typeof hasLoaded>) =>
      [namespace].flat().every((one) => isShown(one)) || hasLoaded(namespace, options),
  })
  return {
    add: (namespace) => {
      shown.add(namespace)
      // i18next counts as ready when its last read has ended; components can render before that
      i18n.initializedStoreOnce = true
      for (const check of waiting) check()
    },
    whenShown: async (namespaces, loading) => {
      const isThere = (namespace: string) =>
        isShown(namespace) || i18n.hasResourceBundle(i18n.language?.split('-')[0] ?? '', namespace)
      await new Promise<void>((resolve, reject) => {
        const check = () => {
          // nothing has failed yet, so the files are worth waiting for
          if (!namespaces.some(isShown) || !namespaces.every(isThere)) return
          end()
          resolve()
        }
        const end = () => {
          waiting.delete(check)
          i18n.off('loaded', check)
        }
        waiting.add(check)
        i18n.on('loaded', check)
        loading.then(() => resolve(), reject).finally(end)
        check()
      })
    },
  }
}
