import { createInstance, type Resource } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { LANGUAGES, SETTINGS } from './settings.ts'

/**
 * Loads the current texts for one request: Dragoman answers 304 or from memory. Without Dragoman the page
 * shows keys.
 */
export const textsOfRequest = cache(async () => {
  const i18n = createInstance()
  await i18n.use(HttpBackend).init({
    ...SETTINGS,
    lng: await languageOfRequest(),
    maxRetries: 1,
    backend: { ...SETTINGS.backend, reloadInterval: false, requestOptions: { cache: 'no-store' } },
  })
  const resources: Resource = i18n.store.data
  return { t: i18n.t, language: i18n.language, resources }
})

async function languageOfRequest(): Promise<string> {
  const chosen = (await cookies()).get('language')?.value
  const wished = (await headers()).get('accept-language')?.split(',') ?? []
  const languages = [chosen ?? '', ...wished].map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return languages.find((language) => LANGUAGES.includes(language)) ?? 'en'
}
