import { createStore, type ReadableStore } from '../lib/store.ts'
import { i18n } from './i18n.ts'

/** Files of the interface that could not be loaded, so that a notice can say so and retry. */
const missing = new Map<string, { readonly language: string; readonly namespace: string }>()
const shownMissing = createStore<string | null>(null)

/** The language whose texts are missing on the screen, or null. */
export const missingLanguage: ReadableStore<string | null> = shownMissing

function publish(): void {
  const chosen = i18n.language?.split('-')[0]
  shownMissing.set([...missing.values()].find(({ language }) => language === chosen)?.language ?? null)
}

/** Starts watching; called once before the texts are loaded. */
export function watchMissingLanguages(): void {
  i18n.on('failedLoading', (language: string, namespace: string) => {
    missing.set(`${language}/${namespace}`, { language, namespace })
    publish()
  })
  i18n.on('loaded', (loaded: Record<string, Record<string, boolean>>) => {
    for (const [language, namespaces] of Object.entries(loaded)) {
      for (const namespace of Object.keys(namespaces)) {
        // English can come from the bundle although its file failed, so the failure stays until the file
        // itself has loaded
        if (language !== 'en' && i18n.hasResourceBundle(language, namespace))
          missing.delete(`${language}/${namespace}`)
      }
    }
    publish()
  })
  i18n.on('languageChanged', publish)
}

/**
 * Reloads every missing file, with the same retries and delays. Resolves when they have loaded or failed
 * again.
 */
export async function retryMissingLanguages(): Promise<void> {
  const wanted = [...missing.values()]
  missing.clear()
  const languages = [...new Set(wanted.map(({ language }) => language))]
  await Promise.all(
    languages.map((language) =>
      i18n.reloadResources(
        [language],
        wanted.filter((file) => file.language === language).map(({ namespace }) => namespace),
      ),
    ),
  )
  publish()
}
