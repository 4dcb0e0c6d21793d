'use client'

import { followChanges } from '@dragoman/i18next'
import { createInstance, type Resource } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { type ReactNode, useEffect, useState } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { SETTINGS } from './settings.ts'

type Props = { readonly language: string; readonly resources: Resource; readonly children: ReactNode }

/** Provides the texts that the page was rendered with, and follows changes once it is in a browser. */
export function Texts({ language, resources, children }: Props) {
  const [i18n] = useState(() => {
    const instance = createInstance()
    void instance
      .use(HttpBackend)
      .use(initReactI18next)
      // The first render uses the server's texts, and needs them synchronously.
      .init({ ...SETTINGS, lng: language, resources, partialBundledLanguages: true, initAsync: false })
    return instance
  })
  useEffect(() => followChanges(i18n).stop, [i18n])
  return <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
}
