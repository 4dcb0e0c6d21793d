import type { BackendModule, i18n as I18n, ReadCallback } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { interfaceLanguage } from './interface-language.ts'

/**
 * Returns i18next's HTTP backend, extended to load the bundled English as soon as a read fails and to add it
 * before the last failure is reported, so that nothing is ever rendered without texts. Retries, delays and
 * parallel reads are up to i18next.
 */
export function backendWithEnglish(
  store: Pick<I18n, 'hasResourceBundle' | 'addResourceBundle'>,
  loadEnglish: () => Promise<ReadonlyMap<string, Record<string, unknown>>>,
  /** Called when English has been added for a namespace whose file has failed twice, or for the last time. */
  onEnglish: (namespace: string) => void = () => {},
): BackendModule {
  const http = new HttpBackend()
  const failures = new Map<string, number>()

  async function addEnglish(namespace: string, isShown: boolean): Promise<void> {
    if (!store.hasResourceBundle('en', namespace)) {
      const texts = (await loadEnglish()).get(namespace)
      if (texts === undefined) return
      store.addResourceBundle('en', namespace, texts, true, false)
    }
    if (isShown) onEnglish(namespace)
  }

  return {
    type: 'backend',
    callbackApi: true,
    init(services, backendOptions) {
      http.init(services, backendOptions)
    },
    read(language: string, namespace: string, callback: ReadCallback) {
      http.read(language, namespace, (error, data) => {
        const name = `${language}/${namespace}`
        if (!error) {
          failures.delete(name)
          return callback(error, data)
        }
        const failed = (failures.get(name) ?? 0) + 1
        failures.set(name, failed)
        // data is true if a retry makes sense
        const isLast = !data || failed > interfaceLanguage.maxRetries
        if (!isLast) {
          // Not after the first failure: a temporary one must not cause a flash of English, and rendering
          // would delay the first retry
          void addEnglish(namespace, failed > 1).catch(ignore)
          return callback(error, data)
        }
        failures.delete(name)
        void addEnglish(namespace, true)
          .catch(ignore)
          // with true, i18next would request this file again whenever any other is needed
          .then(() => callback(error, false))
      })
    },
  } as BackendModule // not all versions of i18next's types include `callbackApi`
}

/** A server that cannot deliver texts can fail to deliver scripts too; the next failure tries again. */
function ignore(): void {}
