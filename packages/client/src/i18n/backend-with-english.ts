import type { BackendModule, i18n as I18n, ReadCallback } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { interfaceLanguage } from './interface-language.ts'

/**
 * i18next's HTTP backend, which also fetches the bundled English as soon as a read fails and has it in place
 * before the last failure is reported: nothing is ever drawn without words. Retries, pauses and the number of
 * reads are i18next's own work.
 */
export function backendWithEnglish(
  store: Pick<I18n, 'hasResourceBundle' | 'addResourceBundle'>,
  loadEnglish: () => Promise<ReadonlyMap<string, Record<string, unknown>>>,
  /** Told when English is in place for a namespace whose file has failed twice, or for the last time. */
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
        // data is true when another try is worth it
        const isLast = !data || failed > interfaceLanguage.maxRetries
        if (!isLast) {
          // Not after the first failure: one that passes shows no flash of English, and the drawing would
          // hold up the first retry
          void addEnglish(namespace, failed > 1).catch(ignore)
          return callback(error, data)
        }
        failures.delete(name)
        void addEnglish(namespace, true)
          .catch(ignore)
          // with true, i18next would ask again for this file whenever any other is wanted
          .then(() => callback(error, false))
      })
    },
  } as BackendModule // the types of i18next do not know `callbackApi` yet in every release
}

/** A server that serves no texts may serve no script either; the next failure asks for it again. */
function ignore(): void {}
